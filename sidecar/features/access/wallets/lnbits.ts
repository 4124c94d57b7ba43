// LNbits by its payments API, with the invoice/read key of a wallet.
import { sha256 } from '#domain/ids.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { maxListed, readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet, type RestCall, isInvoiceMissing } from './rest.ts';
import { listenToSocket } from './stream.ts';
import type { Wallet } from './wallet.ts';

/** What went out has a negative amount, and before version 1 the state was called pending. */
function readListed({ payment_hash: hash, amount, time, status, pending }: Record<string, unknown>): unknown[] {
  const isIn = Number(amount) > 0 && (status === undefined ? pending === false : status === 'success');
  return isIn ? [hash, amount, typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : time] : [];
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
      const made = requireSuccess('LNbits', await call('', { method: 'POST', body: JSON.stringify(body) }));
      // Before version 1 the invoice was called payment_request.
      return readNewInvoice('LNbits', made.bolt11 ?? made.payment_request, made.payment_hash);
    },
    lookupInvoice: async (paymentHash) => {
      const answer = await call(`/${paymentHash}`, { method: 'GET' });
      if (isInvoiceMissing(answer)) return { state: 'unknown' };
      const { paid, preimage, details } = requireSuccess('LNbits', answer);
      const said = (details ?? {}) as { preimage?: unknown; amount?: unknown; fee?: unknown };
      return paid === true ? readSettlement(preimage ?? said.preimage, said.amount, said.fee) : { state: 'open' };
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
