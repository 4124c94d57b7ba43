// The invoices of a Lightning wallet that moves no money.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeInvoice } from '../../sidecar/features/access/wallets/bolt11.ts';
import { sha256 } from '#domain/ids.ts';

export interface LedgerInvoice {
  invoice: string;
  paymentHash: string;
  preimage: string;
  amountMsat: number;
  description: string;
  /** In place of the description, hex. */
  descriptionHash?: string | undefined;
  expirySec: number;
  createdAtSec: number;
  settledAtSec: number | undefined;
}

export interface Ledger {
  create: (
    wanted: Pick<LedgerInvoice, 'amountMsat' | 'description' | 'descriptionHash' | 'expirySec'>,
  ) => LedgerInvoice;
  find: (paymentHash: string) => LedgerInvoice | undefined;
  all: () => LedgerInvoice[];
  /** Gives the preimage, as the payer's wallet would learn it; undefined where the invoice is not of here. */
  pay: (invoice: string) => string | undefined;
  onPaid: (tell: (invoice: LedgerInvoice) => void) => void;
}

export const nowSec = () => Math.floor(Date.now() / 1000);

export function openLedger(): Ledger {
  const keys = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const byHash = new Map<string, LedgerInvoice>();
  const listeners: ((invoice: LedgerInvoice) => void)[] = [];
  return {
    create: (wanted) => {
      const preimage = randomBytes(32);
      const paymentHash = sha256(preimage);
      const facts = { ...wanted, paymentHash, createdAtSec: nowSec() };
      const invoice = writeInvoice({ ...facts, paymentSecret: randomBytes(32).toString('hex') }, keys);
      const made = { ...facts, invoice, preimage: preimage.toString('hex'), settledAtSec: undefined };
      byHash.set(paymentHash, made);
      return made;
    },
    find: (paymentHash) => byHash.get(paymentHash),
    all: () => [...byHash.values()],
    pay: (invoice) => {
      const found = [...byHash.values()].find((one) => one.invoice === invoice);
      const isNew = found?.settledAtSec === undefined;
      if (found) found.settledAtSec ??= nowSec();
      if (found && isNew) for (const tell of listeners) tell(found);
      return found?.preimage;
    },
    onPaid: (tell) => void listeners.push(tell),
  };
}
