// LND over its REST API, with a macaroon that may read and write invoices.
import { sha256 } from '#domain/ids.ts';
import { dayMs } from '#domain/instants.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { base64ToHex, maxListed, readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet, type RestCall, isInvoiceMissing } from './rest.ts';
import { listenToLines } from './stream.ts';
import type { Wallet } from './wallet.ts';

export interface LndDeps {
  url: string;
  /** Hex. */
  macaroon: string;
  /** PEM of LND's self-signed certificate. */
  cert: string | undefined;
}

const readListed = ({ state, r_hash: hash, amt_paid_msat: amount, settle_date: at }: Record<string, unknown>) =>
  state === 'SETTLED' ? [base64ToHex(hash), amount, at] : [];

const listPath = (since: number): string =>
  `/v1/invoices?reversed=true&num_max_invoices=${maxListed}&creation_date_start=${Math.floor((since - dayMs) / 1000)}`;

export function lndWallet({ url, macaroon, cert }: LndDeps, send: Send): Wallet {
  const credential = { 'Grpc-Metadata-macaroon': macaroon };
  const call = (path: string, rest: Pick<RestCall, 'method' | 'body'>) =>
    callWallet(send, 'LND', {
      ...rest,
      url: url + path,
      headers: { ...credential, 'Content-Type': 'application/json' },
      ca: cert,
    });
  return {
    name: 'lnd',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const body = {
        value_msat: String(amountMsat),
        ...(isHashed
          ? { description_hash: Buffer.from(sha256(description), 'hex').toString('base64') }
          : { memo: description }),
        expiry: String(expirySec),
        // Adds routing hints for nodes with private channels.
        private: true,
      };
      const answer = requireSuccess('LND', await call('/v1/invoices', { method: 'POST', body: JSON.stringify(body) }));
      return readNewInvoice('LND', answer.payment_request, base64ToHex(answer.r_hash));
    },
    lookupInvoice: async (paymentHash) => {
      const answer = await call(`/v1/invoice/${paymentHash}`, { method: 'GET' });
      if (isInvoiceMissing(answer)) return { state: 'unknown' };
      const { state, r_preimage: preimage, amt_paid_msat: received } = requireSuccess('LND', answer);
      // ACCEPTED means that the payment is held but not yet received.
      return state === 'SETTLED' ? readSettlement(base64ToHex(preimage), received) : { state: 'open' };
    },
    listReceived: async (since) => {
      const { invoices } = requireSuccess('LND', await call(listPath(since), { method: 'GET' }));
      return readReceived(since, invoices, readListed);
    },
    listen: (onPaid) =>
      listenToLines(`${url}/v1/invoices/subscribe`, { headers: credential, ca: cert }, ({ result }) => {
        for (const hash of readListed((result ?? {}) as Record<string, unknown>).slice(0, 1)) onPaid(String(hash));
      }),
    close: () => {},
  };
}
