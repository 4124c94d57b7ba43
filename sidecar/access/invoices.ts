// Invoices: opened at the wallet and stored before they are sent, so that a restart loses no payment.
import type { Selectable } from 'kysely';
import { hourMs } from '#domain/instants.ts';
import type { Db } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { macaroonMs, newTokenId } from './grants.ts';
import type { Wallet } from './wallets/wallet.ts';

export type Invoice = Selectable<Tables['invoices']>;

const invoiceMs = hourMs;
/** Before an invoice is looked at for the first time, unless somebody asks. */
const firstLookupMs = 10_000;

export interface Wanted {
  resourceId: string;
  amountSats: number;
  /** Seen by who pays. */
  description: string;
}

export async function openInvoice(
  db: Db,
  wallet: Wallet,
  { resourceId, amountSats, description }: Wanted,
  now: number,
): Promise<Invoice> {
  const { invoice, paymentHash } = await wallet.createInvoice({
    amountMsat: amountSats * 1000,
    description,
    expirySec: invoiceMs / 1000,
  });
  const times = { createdAt: now, expiresAt: now + invoiceMs, nextLookupAt: now + firstLookupMs };
  const about = { tokenId: newTokenId(), paymentHash, resourceId, amountSats, invoice, wallet: wallet.name };
  const row: Invoice = { ...about, ...times, state: 'open' };
  await db.insertInto('invoices').values(row).execute();
  return row;
}

type Key = { tokenId: string } | { paymentHash: string };

export const findInvoice = (db: Db, key: Key): Promise<Invoice | undefined> => {
  const all = db.selectFrom('invoices').selectAll();
  const one =
    'tokenId' in key ? all.where('tokenId', '=', key.tokenId) : all.where('paymentHash', '=', key.paymentHash);
  return one.executeTakeFirst();
};

/** After each look that found it unpaid: as long again as it is old, at least ten seconds, at most an hour. */
export const nextLookupAt = ({ createdAt }: Pick<Invoice, 'createdAt'>, now: number): number =>
  now + Math.min(Math.max(now - createdAt, firstLookupMs), hourMs);

/** No token of it could hold any more. */
export const isOver = ({ createdAt }: Pick<Invoice, 'createdAt'>, now: number): boolean =>
  now >= createdAt + macaroonMs;
