// Core Lightning by its REST plugin (clnrest), with a rune that may make and list invoices.
import { randomUUID } from 'node:crypto';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import { readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { requireSuccess, callWallet } from './rest.ts';
import type { Wallet } from './wallet.ts';

export interface ClnDeps {
  url: string;
  rune: string;
  /** PEM of a certificate that the node signed for itself. */
  cert: string | undefined;
}

const readListed = ({ status, payment_hash, amount_received_msat, paid_at }: Record<string, unknown>) =>
  status === 'paid' ? [payment_hash, amount_received_msat, paid_at] : [];

export function clnWallet({ url, rune, cert }: ClnDeps, send: Send): Wallet {
  // Each method of the node is a POST with its parameters as JSON.
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
      // The label only has to be new; a node with private channels alone adds hints by itself.
      const asked = {
        amount_msat: amountMsat,
        label: randomUUID(),
        description,
        deschashonly: isHashed,
        expiry: expirySec,
      };
      const { bolt11, payment_hash: hash } = await call('invoice', asked);
      return readNewInvoice('Core Lightning', bolt11, hash);
    },
    lookupInvoice: async (paymentHash) => {
      const { invoices } = await call('listinvoices', { payment_hash: paymentHash });
      const found = (Array.isArray(invoices) ? invoices[0] : undefined) as Record<string, unknown> | undefined;
      if (!found) return { state: 'unknown' };
      return found.status === 'paid'
        ? readSettlement(found.payment_preimage, found.amount_received_msat)
        : { state: 'open' };
    },
    listReceived: async (since) => {
      const { invoices } = await call('listinvoices', {});
      return readReceived(since, invoices, readListed);
    },
    close: () => {},
  };
}
