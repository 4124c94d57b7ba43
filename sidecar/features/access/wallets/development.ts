// The development wallet, which pays its own invoices immediately to try payments without money.
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { writeInvoice } from './bolt11.ts';
import { sha256 } from '#domain/ids.ts';
import type { Db } from '#sidecar/storage/store.ts';
import type { Wallet } from './wallet.ts';

const key = secp256k1.utils.randomSecretKey();

export const developmentWallet = (db: Db, now: () => number): Wallet => ({
  name: 'development',
  createInvoice: async (request) => {
    const preimage = randomBytes(32);
    const paymentHash = sha256(preimage);
    const row = { paymentHash, preimage: preimage.toString('hex'), createdAt: now() };
    await db.insertInto('developmentInvoices').values(row).execute();
    const paymentSecret = randomBytes(32).toString('hex');
    const createdAtSec = Math.floor(now() / 1000);
    return { paymentHash, invoice: writeInvoice({ ...request, paymentHash, paymentSecret, createdAtSec }, key) };
  },
  lookupInvoice: async (paymentHash) => {
    const row = await db
      .selectFrom('developmentInvoices')
      .select('preimage')
      .where('paymentHash', '=', paymentHash)
      .executeTakeFirst();
    return row ? { state: 'settled', preimage: row.preimage } : { state: 'unknown' };
  },
  close: () => {},
});
