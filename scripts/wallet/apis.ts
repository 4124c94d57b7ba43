// The REST APIs of LND, phoenixd and LNbits over one ledger, in the words of their documentation.
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

export const credentials = { macaroon: '0201036c6e64', password: 'phoenix-password', key: 'lnbits-invoice-key' };

const refused: ApiAnswer = { status: 401, value: { error: 'unauthorized' } };
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

const lnd: Api = (request, ledger) =>
  route(
    request,
    '/v1/invoices',
    '/v1/invoice/',
    () => {
      if (request.headers['grpc-metadata-macaroon'] !== credentials.macaroon) return refused;
      const { value_msat: msat, memo, expiry } = JSON.parse(request.body) as Record<string, string>;
      const wanted = { amountMsat: Number(msat), description: memo!, expirySec: Number(expiry) };
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

const phoenixd: Api = (request, ledger) => {
  const basic = `Basic ${Buffer.from(`:${credentials.password}`).toString('base64')}`;
  const isAllowed = request.headers.authorization === basic;
  return route(
    request,
    '/createinvoice',
    '/payments/incoming/',
    () => {
      if (!isAllowed) return refused;
      const form = new URLSearchParams(request.body);
      const description = form.get('description') ?? '';
      if (description.length > 128) return { status: 400, value: { error: 'description is too long' } };
      const amountSat = Number(form.get('amountSat'));
      const wanted = { amountMsat: amountSat * 1000, description, expirySec: Number(form.get('expirySeconds')) };
      const { invoice, paymentHash } = ledger.create(wanted);
      return ok({ amountSat, paymentHash, serialized: invoice });
    },
    (hash) => {
      if (!isAllowed) return refused;
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
      if (!isAllowed) return refused;
      const { amount, memo, expiry } = JSON.parse(request.body) as { amount: number; memo: string; expiry: number };
      const { invoice, paymentHash } = ledger.create({
        amountMsat: amount * 1000,
        description: memo,
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

export const apis: Api[] = [lnd, phoenixd, lnbits];
