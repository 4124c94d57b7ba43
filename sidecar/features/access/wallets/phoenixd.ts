// phoenixd over its HTTP API. The limited-access password is sufficient.
import { sha256 } from '#domain/ids.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { maxListed, readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet, type RestCall, isInvoiceMissing } from './rest.ts';
import { listenToSocket } from './stream.ts';
import type { Wallet } from './wallet.ts';

/** Maximum length of a description in phoenixd. */
const maxDescriptionLength = 128;

const readListed = ({ paymentHash, receivedSat, completedAt }: Record<string, unknown>) => [
  paymentHash,
  Number(receivedSat) * 1000,
  Math.floor(Number(completedAt) / 1000),
];

const listPath = (since: number): string => `/payments/incoming?from=${since}&limit=${maxListed}`;

export function phoenixdWallet({ url, password }: { url: string; password: string }, send: Send): Wallet {
  const credential = Buffer.from(`:${password}`).toString('base64');
  const authorization = `Basic ${credential}`;
  const call = (path: string, rest: Pick<RestCall, 'method' | 'body'>) =>
    callWallet(send, 'phoenixd', {
      ...rest,
      url: url + path,
      headers: { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  return {
    name: 'phoenixd',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const form = new URLSearchParams({
        amountSat: String(Math.ceil(amountMsat / 1000)),
        ...(isHashed
          ? { descriptionHash: sha256(description) }
          : { description: description.slice(0, maxDescriptionLength) }),
        expirySeconds: String(expirySec),
      });
      const answer = requireSuccess(
        'phoenixd',
        await call('/createinvoice', { method: 'POST', body: form.toString() }),
      );
      return readNewInvoice('phoenixd', answer.serialized, answer.paymentHash);
    },
    lookupInvoice: async (paymentHash) => {
      const answer = await call(`/payments/incoming/${paymentHash}`, { method: 'GET' });
      if (isInvoiceMissing(answer)) return { state: 'unknown' };
      const { isPaid, preimage, receivedSat, fees } = requireSuccess('phoenixd', answer);
      const receivedMsat = typeof receivedSat === 'number' ? receivedSat * 1000 : undefined;
      return isPaid === true ? readSettlement(preimage, receivedMsat, fees) : { state: 'open' };
    },
    listReceived: async (since) => {
      const { list } = requireSuccess('phoenixd', await call(listPath(since), { method: 'GET' }));
      return readReceived(since, list, readListed);
    },
    listen: (onPaid) =>
      listenToSocket(`${url}/websocket`, { Authorization: authorization }, ({ type, paymentHash }) => {
        if (type === 'payment_received' && typeof paymentHash === 'string') onPaid(paymentHash);
      }),
    close: () => {},
  };
}
