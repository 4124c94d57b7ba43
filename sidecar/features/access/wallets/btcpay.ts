// The Lightning node of a BTCPay store by the Greenfield API, with a key that may make and view Lightning invoices.
import { sha256 } from '#domain/ids.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet, type RestAnswer, type RestCall, isInvoiceMissing } from './rest.ts';
import type { Wallet } from './wallet.ts';

export interface BtcpayDeps {
  url: string;
  store: string;
  key: string;
}

export function btcpayWallet({ url, store, key }: BtcpayDeps, send: Send): Wallet {
  const invoices = `${url}/api/v1/stores/${encodeURIComponent(store)}/lightning/BTC/invoices`;
  const call = (path: string, rest: Pick<RestCall, 'method' | 'body'>): Promise<RestAnswer> =>
    callWallet(send, 'BTCPay', {
      ...rest,
      url: invoices + path,
      headers: { Authorization: `token ${key}`, 'Content-Type': 'application/json' },
    });
  const list = async () => {
    const { list: all = [] } = requireSuccess('BTCPay', await call('', { method: 'GET' }));
    return all as Record<string, unknown>[];
  };
  /** Nodes name an invoice by its payment hash, or by an id of their own. */
  async function find(paymentHash: string): Promise<Record<string, unknown> | undefined> {
    const answer = await call(`/${paymentHash}`, { method: 'GET' });
    if (!isInvoiceMissing(answer)) return requireSuccess('BTCPay', answer);
    return (await list()).find((one) => one.paymentHash === paymentHash);
  }
  return {
    name: 'btcpay',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const about = isHashed ? { descriptionHash: sha256(description) } : { description };
      const body = { amount: String(amountMsat), ...about, expiry: expirySec, privateRouteHints: true };
      const made = requireSuccess('BTCPay', await call('', { method: 'POST', body: JSON.stringify(body) }));
      return readNewInvoice('BTCPay', made.BOLT11, made.paymentHash);
    },
    lookupInvoice: async (paymentHash) => {
      const found = await find(paymentHash);
      if (!found) return { state: 'unknown' };
      return found.status === 'Paid' ? readSettlement(found.preimage, found.amountReceived) : { state: 'open' };
    },
    listReceived: async (since) =>
      readReceived(since, await list(), ({ status, paymentHash, amountReceived, paidAt }) =>
        status === 'Paid' ? [paymentHash, amountReceived, paidAt] : [],
      ),
    close: () => {},
  };
}
