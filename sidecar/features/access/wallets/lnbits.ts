// LNbits by its payments API, with the invoice/read key of a wallet.
import { sha256 } from '#domain/ids.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { mostListed, readOpened, readReceived, settledWith } from './read.ts';
import { accepted, ask, type RestCall, wasMissing } from './rest.ts';
import { socketMessages } from './stream.ts';
import type { Wallet } from './wallet.ts';

/** What went out has a negative amount, and before version 1 the state was called pending. */
function readListed({ payment_hash: hash, amount, time, status, pending }: Record<string, unknown>): unknown[] {
  const isIn = Number(amount) > 0 && (status === undefined ? pending === false : status === 'success');
  return isIn ? [hash, amount, typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : time] : [];
}

export function lnbitsWallet({ url, key }: { url: string; key: string }, send: Send): Wallet {
  const call = (path: string, rest: Pick<RestCall, 'method' | 'body'>) =>
    ask(send, 'LNbits', {
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
      const made = accepted('LNbits', await call('', { method: 'POST', body: JSON.stringify(body) }));
      // Before version 1 the invoice was called payment_request.
      return readOpened('LNbits', made.bolt11 ?? made.payment_request, made.payment_hash);
    },
    lookupInvoice: async (paymentHash) => {
      const answer = await call(`/${paymentHash}`, { method: 'GET' });
      if (wasMissing(answer)) return { state: 'unknown' };
      const { paid, preimage, details } = accepted('LNbits', answer);
      const said = (details ?? {}) as { preimage?: unknown; amount?: unknown; fee?: unknown };
      return paid === true ? settledWith(preimage ?? said.preimage, said.amount, said.fee) : { state: 'open' };
    },
    listReceived: async (since) => {
      const path = `?limit=${mostListed}&sortby=time&direction=desc`;
      const { list } = accepted('LNbits', await call(path, { method: 'GET' }));
      return readReceived(since, list, readListed);
    },
    listen: (onPaid) =>
      socketMessages(`${url}/api/v1/ws/${key}`, {}, ({ payment }) => {
        const hash = (payment as { payment_hash?: unknown } | undefined)?.payment_hash;
        if (typeof hash === 'string') onPaid(hash);
      }),
    close: () => {},
  };
}
