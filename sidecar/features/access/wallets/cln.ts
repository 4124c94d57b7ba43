// Core Lightning over its REST plugin (clnrest), with a rune that may create and list invoices.
import { randomUUID } from 'node:crypto';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet } from './rest.ts';
import type { Wallet } from './wallet.ts';

export interface ClnDeps {
  url: string;
  rune: string;
  /** PEM of a self-signed certificate of the node. */
  cert: string | undefined;
}

const readListed = ({ status, payment_hash, amount_received_msat, paid_at }: Record<string, unknown>) =>
  status === 'paid' ? [payment_hash, amount_received_msat, paid_at] : [];

export function clnWallet({ url, rune, cert }: ClnDeps, send: Send): Wallet {
  // Every method is called by POST with JSON parameters.
  const call = async (method: string, parameters: object) =>
    requireSuccess(
      'Core Lightning',
      await callWallet(send, 'Core Lightning', {
        method: 'POST',
        url: `${url}/v1/${method}`,
        headers: { Rune: rune, 'Content-Type': 'application/json' },
        body: JSON.stringify(parameters),
        ca: cert,
      }),
    );
  return {
    name: 'cln',
    createInvoice: async ({ amountMsat, description, isHashed = false, expirySec }) => {
      // The label must be unique. A node with only private channels adds routing hints itself.
      const parameters = {
        amount_msat: amountMsat,
        label: randomUUID(),
        description,
        deschashonly: isHashed,
        expiry: expirySec,
      };
      const { bolt11, payment_hash: hash } = await call('invoice', parameters);
      return readNewInvoice('Core Lightning', bolt11, hash);
    },
    lookupInvoice: async (paymentHash) => {
      const { invoices } = await call('listinvoices', { payment_hash: paymentHash });
      const invoice = (Array.isArray(invoices) ? invoices[0] : undefined) as Record<string, unknown> | undefined;
      if (!invoice) return { state: 'unknown' };
      return invoice.status === 'paid'
        ? readSettlement(invoice.payment_preimage, invoice.amount_received_msat)
        : { state: 'open' };
    },
    listReceived: async (since) => {
      const { invoices } = await call('listinvoices', {});
      return readReceived(since, invoices, readListed);
    },
    close: () => {},
  };
}
