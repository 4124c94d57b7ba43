// Test helpers: a wallet in memory whose invoices the test can pay, and payments with it.
import { randomBytes } from 'node:crypto';
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../../storage/store.ts';
import { createMacaroon, paidUntil } from './grants.ts';
import { type Invoice, openInvoice } from './invoices.ts';
import type { Derive } from './secret.ts';
import { createContextToken } from './token.ts';
import { type Wallet, WalletTrouble } from './wallets/wallet.ts';

export interface MemoryWallet {
  wallet: Wallet;
  pay: (paymentHash: string) => void;
  isPaid: (paymentHash: string) => boolean;
  preimageOf: (paymentHash: string) => string;
  setDown: (isDown: boolean) => void;
  /** Returns the number of look-ups. */
  lookups: () => number;
}

/** Creates the wallet. `pause` delays the answers of look-ups. */
export function createMemoryWallet(pause: () => Promise<unknown> = async () => undefined): MemoryWallet {
  const preimages = new Map<string, string>();
  const paid = new Set<string>();
  let isDown = false;
  let lookups = 0;
  const assertReachable = () => {
    if (isDown) throw new WalletTrouble('down');
  };
  const wallet: Wallet = {
    name: 'lnbits',
    createInvoice: async () => {
      assertReachable();
      const preimage = randomBytes(32);
      const paymentHash = sha256(preimage);
      preimages.set(paymentHash, preimage.toString('hex'));
      return { paymentHash, invoice: `lnbcrt${paymentHash}` };
    },
    lookupInvoice: async (paymentHash) => {
      lookups++;
      assertReachable();
      const isSettled = paid.has(paymentHash);
      await pause();
      assertReachable();
      if (!preimages.has(paymentHash)) return { state: 'unknown' };
      return isSettled ? { state: 'settled', preimage: preimages.get(paymentHash)! } : { state: 'open' };
    },
    close: () => {},
  };
  return {
    wallet,
    pay: (paymentHash) => void paid.add(paymentHash),
    isPaid: (paymentHash) => paid.has(paymentHash),
    preimageOf: (paymentHash) => preimages.get(paymentHash)!,
    setDown: (value) => (isDown = value),
    lookups: () => lookups,
  };
}

export interface TestPayment {
  invoice: Invoice;
  contextToken: string;
  /** Access token that a client builds from the challenge after paying. */
  token: string;
}

export async function openTestPayment(
  db: Db,
  { wallet, preimageOf }: MemoryWallet,
  derive: Derive,
  resourceId: string,
  now: number,
): Promise<TestPayment> {
  const invoice = await openInvoice(db, wallet, { resourceId, amountSats: 21, description: '' }, now);
  const macaroon = createMacaroon(derive, 'http://room.example', { ...invoice, expiresAt: paidUntil(invoice) });
  const token = `${macaroon}:${preimageOf(invoice.paymentHash)}`;
  return { invoice, contextToken: createContextToken(derive, invoice.tokenId), token };
}
