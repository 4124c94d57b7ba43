// LNbits over its payments API, with the invoice/read key of a wallet.
import { sha256 } from '#domain/ids.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { maxListed, readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet, type RestCall, isInvoiceMissing } from './rest.ts';
import { listenToSocket } from './stream.ts';
import type { Wallet } from './wallet.ts';

/**
 * Reads a received payment. Sent payments have negative amounts. Versions before 1 have `pending` in place of
 * `status`.
 */
function readListed({ payment_hash: hash, amount, time, status, pending }: Record<string, unknown>): unknown[] {
  const isReceived = Number(amount) > 0 && (status === undefined ? pending === false : status === 'success');
  return isReceived ? [hash, amount, typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : time] : [];
}

export function lnbitsWallet({ url, key }: { url: string; key: string }, send: Send): Wallet {
  const call = (path: string, rest: Pick<RestCall, 'method' | 'body'>) =>
    callWallet(send, 'LNbits', {
      ...rest,
      url: `${url}/api/v1/payments${path}`,
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    });
  return {
    name: 'lnbits',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const body = {
        out: false,
        unit: 'sat',
        amount: Math.ceil(amountMsat / 1000),
        ...(isHashed ? { description_hash: sha256(description) } : { memo: description }),
        expiry: expirySec,
      };
      const answer = requireSuccess('LNbits', await call('', { method: 'POST', body: JSON.stringify(body) }));
      // Versions before 1 call the invoice payment_request.
      return readNewInvoice('LNbits', answer.bolt11 ?? answer.payment_request, answer.payment_hash);
    },
    lookupInvoice: async (paymentHash) => {
      const answer = await call(`/${paymentHash}`, { method: 'GET' });
      if (isInvoiceMissing(answer)) return { state: 'unknown' };
      const { paid, preimage, details } = requireSuccess('LNbits', answer);
      const payment = (details ?? {}) as { preimage?: unknown; amount?: unknown; fee?: unknown };
      return paid === true
        ? readSettlement(preimage ?? payment.preimage, payment.amount, payment.fee)
        : { state: 'open' };
    },
    listReceived: async (since) => {
      const path = `?limit=${maxListed}&sortby=time&direction=desc`;
      const { list } = requireSuccess('LNbits', await call(path, { method: 'GET' }));
      return readReceived(since, list, readListed);
    },
    listen: (onPaid) =>
      listenToSocket(`${url}/api/v1/ws/${key}`, {}, ({ payment }) => {
        const hash = (payment as { payment_hash?: unknown } | undefined)?.payment_hash;
        if (typeof hash === 'string') onPaid(hash);
      }),
    close: () => {},
  };
}
