// The REST APIs of LND, phoenixd, LNbits, Core Lightning and BTCPay over one ledger, in the words of their documentation.
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

/** Undefined for a path that is not of this API. */
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

/** The handler of `create` or `find` where method and path are its own. */
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

/** Paid ones alone. */
const listPaidInvoices = (ledger: Ledger, shown: (one: LedgerInvoice) => object) =>
  ledger
    .all()
    .filter(({ settledAtSec }) => settledAtSec !== undefined)
    .map(shown);

const isList = ({ method, path }: ApiRequest, start: string): boolean =>
  method === 'GET' && path.startsWith(`${start}?`);

const lnd: Api = (request, ledger) => {
  if (isList(request, '/v1/invoices'))
    return ok({ invoices: listPaidInvoices(ledger, ({ paymentHash, amountMsat, settledAtSec }) => ({ state: 'SETTLED', r_hash: base64(paymentHash), amt_paid_msat: String(amountMsat), settle_date: String(settledAtSec) })) }); // prettier-ignore
  return route(
    request,
    '/v1/invoices',
    '/v1/invoice/',
    () => {
      if (request.headers['grpc-metadata-macaroon'] !== credentials.macaroon) return unauthorized;
      const { value_msat: msat, memo = '', description_hash: hash, expiry } = JSON.parse(request.body) as Record<string, string>; // prettier-ignore
      const descriptionHash = hash && Buffer.from(hash, 'base64').toString('hex');
      const wanted = { amountMsat: Number(msat), description: memo, descriptionHash, expirySec: Number(expiry) };
      const { invoice, paymentHash } = ledger.create(wanted);
      return ok({ r_hash: base64(paymentHash), payment_request: invoice, add_index: '1', payment_addr: '' });
    },
    (hash) => {
      const found = ledger.find(hash);
      if (!found) return ok({ code: 5, message: 'unable to locate invoice', details: [] }, 404);
      const { preimage, settledAtSec, amountMsat } = found;
      const state = settledAtSec === undefined ? 'OPEN' : 'SETTLED';
      return ok({ state, settled: state === 'SETTLED', r_preimage: base64(preimage), value_msat: String(amountMsat) });
    },
  );
};

const phoenixd: Api = (request, ledger) => {
  const basic = `Basic ${Buffer.from(`:${credentials.password}`).toString('base64')}`;
  const isAllowed = request.headers.authorization === basic;
  if (isAllowed && isList(request, '/payments/incoming'))
    return ok(listPaidInvoices(ledger, ({ paymentHash, amountMsat, settledAtSec }) => ({ paymentHash, isPaid: true, receivedSat: amountMsat / 1000, completedAt: settledAtSec! * 1000 }))); // prettier-ignore
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
      const wanted = { amountMsat: amountSat * 1000, description, descriptionHash, expirySec };
      const { invoice, paymentHash } = ledger.create(wanted);
      return ok({ amountSat, paymentHash, serialized: invoice });
    },
    (hash) => {
      if (!isAllowed) return unauthorized;
      const found = ledger.find(hash);
      if (!found) return { status: 404, value: { error: 'not found' } };
      const isPaid = found.settledAtSec !== undefined;
      return ok({
        type: 'incoming_payment',
        paymentHash: hash,
        preimage: found.preimage,
        isPaid,
        receivedSat: found.amountMsat / 1000,
        fees: 0,
      });
    },
  );
};

const lnbits: Api = (request, ledger) => {
  const isAllowed = request.headers['x-api-key'] === credentials.key;
  if (isAllowed && isList(request, '/api/v1/payments'))
    return ok(listPaidInvoices(ledger, ({ paymentHash, amountMsat, settledAtSec }) => ({ payment_hash: paymentHash, amount: amountMsat, status: 'success', time: settledAtSec }))); // prettier-ignore
  const detailsOf = ({ preimage, amountMsat, description, settledAtSec }: LedgerInvoice) => ({
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
      const { amount, memo = '', description_hash: descriptionHash, expiry } = JSON.parse(request.body) as { amount: number; memo?: string; description_hash?: string; expiry: number }; // prettier-ignore
      const { invoice, paymentHash } = ledger.create({
        amountMsat: amount * 1000,
        description: memo,
        descriptionHash,
        expirySec: expiry,
      });
      return ok(
        { payment_hash: paymentHash, payment_request: invoice, bolt11: invoice, checking_id: paymentHash },
        201,
      );
    },
    (hash) => {
      const found = ledger.find(hash);
      if (!found) return { status: 404, value: { detail: 'Payment does not exist.' } };
      return ok({ paid: found.settledAtSec !== undefined, details: detailsOf(found) });
    },
  );
};

const cln: Api = ({ method, path, headers, body }, ledger) => {
  if (method !== 'POST' || !/^\/v1\/(invoice|listinvoices)$/.test(path)) return undefined;
  // LND has the same paths, but for other methods and with another credential.
  if (headers.rune !== credentials.rune) return { status: 401, value: { code: 1501, message: 'Not authorized' } };
  const asked = JSON.parse(body) as Record<string, unknown>;
  if (path === '/v1/invoice') {
    const description = String(asked.description);
    const descriptionHash = asked.deschashonly === true ? sha256(description) : undefined;
    const wanted = { amountMsat: Number(asked.amount_msat), description, descriptionHash, expirySec: Number(asked.expiry) }; // prettier-ignore
    const { invoice, paymentHash, createdAtSec } = ledger.create(wanted);
    const expires_at = createdAtSec + wanted.expirySec;
    return ok({ payment_hash: paymentHash, bolt11: invoice, expires_at, created_index: 1, payment_secret: '' }, 201);
  }
  const shown = (found: LedgerInvoice) => {
    const { paymentHash, preimage, settledAtSec, amountMsat, invoice } = found;
    const paid = {
      status: 'paid',
      payment_preimage: preimage,
      amount_received_msat: amountMsat,
      paid_at: settledAtSec,
    };
    const about = { label: 'x', bolt11: invoice, payment_hash: paymentHash, amount_msat: amountMsat };
    return { ...about, ...(settledAtSec === undefined ? { status: 'unpaid' } : paid) };
  };
  const { payment_hash: hash } = asked;
  const found = ledger.all().filter(({ paymentHash }) => hash === undefined || paymentHash === hash);
  return ok({ invoices: found.map(shown) }, 201);
};

const btcpayInvoices = `/api/v1/stores/${credentials.store}/lightning/BTC/invoices`;

/** Behaves like a BTCPay server whose node gives invoices its own ids. */
const btcpay: Api = (request, ledger) => {
  const { method, path, headers, body } = request;
  if (!path.startsWith(btcpayInvoices)) return undefined;
  if (headers.authorization !== `token ${credentials.key}`)
    return { status: 401, value: { code: 'unauthenticated', message: 'Authentication is required' } };
  const shown = ({ paymentHash, preimage, invoice, amountMsat, settledAtSec }: LedgerInvoice) => ({
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
    return ok(
      shown(ledger.create({ amountMsat: Number(amount), description, descriptionHash, expirySec: Number(expiry) })),
    );
  }
  if (path === btcpayInvoices) return ok(ledger.all().map(shown));
  return { status: 404, value: { code: 'invoice-not-found', message: 'Impossible to find a lightning invoice' } };
};

export const apis: Api[] = [lnd, phoenixd, lnbits, cln, btcpay];
