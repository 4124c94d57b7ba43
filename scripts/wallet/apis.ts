// REST APIs of LND, phoenixd, LNbits, Core Lightning and BTCPay over one ledger, as documented by these projects.
import { sha256 } from '#domain/ids.ts';
import type { Ledger, LedgerInvoice } from './ledger.ts';

interface ApiRequest {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

interface ApiAnswer {
  status: number;
  value: unknown;
}

/** Handler of one API; returns undefined for paths of other APIs. */
type Api = (request: ApiRequest, ledger: Ledger) => ApiAnswer | undefined;

export const credentials = {
  macaroon: '0201036c6e64',
  password: 'phoenix-password',
  key: 'lnbits-invoice-key',
  rune: 'cln-rune',
  store: 'store-id',
};

const unauthorized: ApiAnswer = { status: 401, value: { error: 'unauthorized' } };
const ok = (value: unknown, status = 200): ApiAnswer => ({ status, value });

/** Calls `create` or `find` if method and path match. */
function route(
  { method, path }: ApiRequest,
  createPath: string,
  findPrefix: string,
  create: () => ApiAnswer,
  find: (paymentHash: string) => ApiAnswer,
): ApiAnswer | undefined {
  if (method === 'POST' && path === createPath) return create();
  if (method === 'GET' && path.startsWith(findPrefix)) return find(path.slice(findPrefix.length));
  return undefined;
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** Formats all paid invoices. */
const listPaidInvoices = (ledger: Ledger, format: (invoice: LedgerInvoice) => object) =>
  ledger
    .all()
    .filter(({ settledAtSec }) => settledAtSec !== undefined)
    .map(format);

const isList = ({ method, path }: ApiRequest, start: string): boolean =>
  method === 'GET' && path.startsWith(`${start}?`);

const lnd: Api = (request, ledger) => {
  if (isList(request, '/v1/invoices'))
    return ok({
      invoices: listPaidInvoices(ledger, ({ paymentHash, amountMsat, settledAtSec }) => ({
        state: 'SETTLED',
        r_hash: base64(paymentHash),
        amt_paid_msat: String(amountMsat),
        settle_date: String(settledAtSec),
      })),
    });
  return route(
    request,
    '/v1/invoices',
    '/v1/invoice/',
    () => {
      if (request.headers['grpc-metadata-macaroon'] !== credentials.macaroon) return unauthorized;
      const body = JSON.parse(request.body) as Record<string, string>;
      const { invoice, paymentHash } = ledger.create({
        amountMsat: Number(body['value_msat']),
        description: body['memo'] ?? '',
        descriptionHash: body['description_hash'] && Buffer.from(body['description_hash'], 'base64').toString('hex'),
        expirySec: Number(body['expiry']),
      });
      return ok({ r_hash: base64(paymentHash), payment_request: invoice, add_index: '1', payment_addr: '' });
    },
    (hash) => {
      const invoice = ledger.find(hash);
      if (!invoice) return ok({ code: 5, message: 'unable to locate invoice', details: [] }, 404);
      const { preimage, settledAtSec, amountMsat } = invoice;
      const state = settledAtSec === undefined ? 'OPEN' : 'SETTLED';
      return ok({ state, settled: state === 'SETTLED', r_preimage: base64(preimage), value_msat: String(amountMsat) });
    },
  );
};

const phoenixd: Api = (request, ledger) => {
  const basic = `Basic ${Buffer.from(`:${credentials.password}`).toString('base64')}`;
  const isAllowed = request.headers.authorization === basic;
  if (isAllowed && isList(request, '/payments/incoming'))
    return ok(
      listPaidInvoices(ledger, ({ paymentHash, amountMsat, settledAtSec }) => ({
        paymentHash,
        isPaid: true,
        receivedSat: amountMsat / 1000,
        completedAt: settledAtSec! * 1000,
      })),
    );
  return route(
    request,
    '/createinvoice',
    '/payments/incoming/',
    () => {
      if (!isAllowed) return unauthorized;
      const form = new URLSearchParams(request.body);
      const description = form.get('description') ?? '';
      if (description.length > 128) return { status: 400, value: { error: 'description is too long' } };
      const amountSat = Number(form.get('amountSat'));
      const descriptionHash = form.get('descriptionHash') ?? undefined;
      const expirySec = Number(form.get('expirySeconds'));
      const { invoice, paymentHash } = ledger.create({
        amountMsat: amountSat * 1000,
        description,
        descriptionHash,
        expirySec,
      });
      return ok({ amountSat, paymentHash, serialized: invoice });
    },
    (hash) => {
      if (!isAllowed) return unauthorized;
      const invoice = ledger.find(hash);
      if (!invoice) return { status: 404, value: { error: 'not found' } };
      const isPaid = invoice.settledAtSec !== undefined;
      return ok({
        type: 'incoming_payment',
        paymentHash: hash,
        preimage: invoice.preimage,
        isPaid,
        receivedSat: invoice.amountMsat / 1000,
        fees: 0,
      });
    },
  );
};

const lnbits: Api = (request, ledger) => {
  const isAllowed = request.headers['x-api-key'] === credentials.key;
  if (isAllowed && isList(request, '/api/v1/payments'))
    return ok(
      listPaidInvoices(ledger, ({ paymentHash, amountMsat, settledAtSec }) => ({
        payment_hash: paymentHash,
        amount: amountMsat,
        status: 'success',
        time: settledAtSec,
      })),
    );
  const formatDetails = ({ preimage, amountMsat, description, settledAtSec }: LedgerInvoice) => ({
    preimage: settledAtSec === undefined ? null : preimage,
    amount: amountMsat,
    memo: description,
    status: settledAtSec === undefined ? 'pending' : 'success',
  });
  return route(
    request,
    '/api/v1/payments',
    '/api/v1/payments/',
    () => {
      if (!isAllowed) return unauthorized;
      const body = JSON.parse(request.body) as {
        amount: number;
        memo?: string;
        description_hash?: string;
        expiry: number;
      };
      const { invoice, paymentHash } = ledger.create({
        amountMsat: body.amount * 1000,
        description: body.memo ?? '',
        descriptionHash: body.description_hash,
        expirySec: body.expiry,
      });
      return ok(
        { payment_hash: paymentHash, payment_request: invoice, bolt11: invoice, checking_id: paymentHash },
        201,
      );
    },
    (hash) => {
      const invoice = ledger.find(hash);
      if (!invoice) return { status: 404, value: { detail: 'Payment does not exist.' } };
      return ok({ paid: invoice.settledAtSec !== undefined, details: formatDetails(invoice) });
    },
  );
};

const cln: Api = ({ method, path, headers, body }, ledger) => {
  if (method !== 'POST' || !/^\/v1\/(invoice|listinvoices)$/.test(path)) return undefined;
  // LND uses the same paths with other methods and another credential.
  if (headers.rune !== credentials.rune) return { status: 401, value: { code: 1501, message: 'Not authorized' } };
  const params = JSON.parse(body) as Record<string, unknown>;
  if (path === '/v1/invoice') {
    const description = String(params.description);
    const descriptionHash = params.deschashonly === true ? sha256(description) : undefined;
    const expirySec = Number(params.expiry);
    const amountMsat = Number(params.amount_msat);
    const { invoice, paymentHash, createdAtSec } = ledger.create({
      amountMsat,
      description,
      descriptionHash,
      expirySec,
    });
    const expires_at = createdAtSec + expirySec;
    return ok({ payment_hash: paymentHash, bolt11: invoice, expires_at, created_index: 1, payment_secret: '' }, 201);
  }
  const formatInvoice = ({ paymentHash, preimage, settledAtSec, amountMsat, invoice }: LedgerInvoice) => {
    const payment = {
      status: 'paid',
      payment_preimage: preimage,
      amount_received_msat: amountMsat,
      paid_at: settledAtSec,
    };
    return {
      label: 'x',
      bolt11: invoice,
      payment_hash: paymentHash,
      amount_msat: amountMsat,
      ...(settledAtSec === undefined ? { status: 'unpaid' } : payment),
    };
  };
  const { payment_hash: hash } = params;
  const invoices = ledger.all().filter(({ paymentHash }) => hash === undefined || paymentHash === hash);
  return ok({ invoices: invoices.map(formatInvoice) }, 201);
};

const btcpayInvoices = `/api/v1/stores/${credentials.store}/lightning/BTC/invoices`;

/** Behaves like a BTCPay server whose invoices have ids other than the payment hash. */
const btcpay: Api = (request, ledger) => {
  const { method, path, headers, body } = request;
  if (!path.startsWith(btcpayInvoices)) return undefined;
  if (headers.authorization !== `token ${credentials.key}`)
    return { status: 401, value: { code: 'unauthenticated', message: 'Authentication is required' } };
  const formatInvoice = ({ paymentHash, preimage, invoice, amountMsat, settledAtSec }: LedgerInvoice) => ({
    id: `id-${paymentHash.slice(0, 8)}`,
    status: settledAtSec === undefined ? 'Unpaid' : 'Paid',
    BOLT11: invoice,
    amount: String(amountMsat),
    amountReceived: settledAtSec === undefined ? null : String(amountMsat),
    paymentHash,
    preimage: settledAtSec === undefined ? null : preimage,
    paidAt: settledAtSec ?? null,
  });
  if (method === 'POST') {
    const { amount, description = '', descriptionHash, expiry } = JSON.parse(body) as Record<string, string>;
    const amountMsat = Number(amount);
    return ok(formatInvoice(ledger.create({ amountMsat, description, descriptionHash, expirySec: Number(expiry) })));
  }
  if (path === btcpayInvoices) return ok(ledger.all().map(formatInvoice));
  return { status: 404, value: { code: 'invoice-not-found', message: 'Impossible to find a lightning invoice' } };
};

export const apis: Api[] = [lnd, phoenixd, lnbits, cln, btcpay];
