// The Lightning node of a BTCPay store over the Greenfield API, with a key that may create and view Lightning invoices.
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
  /** Finds an invoice. Some nodes identify it by its payment hash, others by their own id. */
  async function find(paymentHash: string): Promise<Record<string, unknown> | undefined> {
    const answer = await call(`/${paymentHash}`, { method: 'GET' });
    if (!isInvoiceMissing(answer)) return requireSuccess('BTCPay', answer);
    return (await list()).find((invoice) => invoice.paymentHash === paymentHash);
  }
  return {
    name: 'btcpay',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const text = isHashed ? { descriptionHash: sha256(description) } : { description };
      const body = { amount: String(amountMsat), ...text, expiry: expirySec, privateRouteHints: true };
      const answer = requireSuccess('BTCPay', await call('', { method: 'POST', body: JSON.stringify(body) }));
      return readNewInvoice('BTCPay', answer.BOLT11, answer.paymentHash);
    },
    lookupInvoice: async (paymentHash) => {
      const invoice = await find(paymentHash);
      if (!invoice) return { state: 'unknown' };
      return invoice.status === 'Paid' ? readSettlement(invoice.preimage, invoice.amountReceived) : { state: 'open' };
    },
    listReceived: async (since) =>
      readReceived(since, await list(), ({ status, paymentHash, amountReceived, paidAt }) =>
        status === 'Paid' ? [paymentHash, amountReceived, paidAt] : [],
      ),
    close: () => {},
  };
}
