// Invoices of the simulated Lightning wallet.
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { writeInvoice } from '../../sidecar/features/access/wallets/bolt11.ts';
import { sha256 } from '#domain/ids.ts';

export interface LedgerInvoice {
  invoice: string;
  paymentHash: string;
  preimage: string;
  amountMsat: number;
  description: string;
  /** Hash that replaces the description, in hex. */
  descriptionHash?: string | undefined;
  expirySec: number;
  createdAtSec: number;
  settledAtSec: number | undefined;
}

export interface Ledger {
  create: (
    request: Pick<LedgerInvoice, 'amountMsat' | 'description' | 'descriptionHash' | 'expirySec'>,
  ) => LedgerInvoice;
  find: (paymentHash: string) => LedgerInvoice | undefined;
  all: () => LedgerInvoice[];
  /** Pays an invoice and returns its preimage, or undefined for an unknown invoice. */
  pay: (invoice: string) => string | undefined;
  onPaid: (listener: (invoice: LedgerInvoice) => void) => void;
}

export const nowSec = () => Math.floor(Date.now() / 1000);

export function openLedger(): Ledger {
  const key = secp256k1.utils.randomSecretKey();
  const byHash = new Map<string, LedgerInvoice>();
  const listeners: ((invoice: LedgerInvoice) => void)[] = [];
  return {
    create: (request) => {
      const preimage = randomBytes(32);
      const paymentHash = sha256(preimage);
      const fields = { ...request, paymentHash, createdAtSec: nowSec() };
      const invoice = writeInvoice({ ...fields, paymentSecret: randomBytes(32).toString('hex') }, key);
      const created: LedgerInvoice = {
        ...fields,
        invoice,
        preimage: preimage.toString('hex'),
        settledAtSec: undefined,
      };
      byHash.set(paymentHash, created);
      return created;
    },
    find: (paymentHash) => byHash.get(paymentHash),
    all: () => [...byHash.values()],
    pay: (invoice) => {
      const invoicePayment = [...byHash.values()].find((candidate) => candidate.invoice === invoice);
      if (invoicePayment && invoicePayment.settledAtSec === undefined) {
        invoicePayment.settledAtSec = nowSec();
        for (const listener of listeners) listener(invoicePayment);
      }
      return invoicePayment?.preimage;
    },
    onPaid: (listener) => void listeners.push(listener),
  };
}
