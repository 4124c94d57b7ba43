// Compares the books with the wallet, each invoice once, a day after it was made; what differs is kept for the creator.
import { dayMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { BookDifference } from './tables.ts';
import { grantPayment } from './grants.ts';
import type { Invoice } from './invoices.ts';
import { isFromCurrentWallet, type SettleDeps, lookUpState } from './settle.ts';
import { usdcWallet } from './usdc.ts';
import type { InvoiceState } from './wallets/wallet.ts';

/** By then a slow wallet has settled it, or nobody can pay it any more. */
const compareAfterMs = dayMs;

const nextToCompare = (db: Db, now: number): Promise<Invoice | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('comparedAt', 'is', null)
    .where('createdAt', '<=', now - compareAfterMs)
    .where('wallet', 'not in', ['development', usdcWallet])
    // One that could not be compared waits behind the others.
    .orderBy('nextLookupAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();

export function compareInvoice(invoice: Invoice, state: InvoiceState): BookDifference | null {
  const isBooked = invoice.state === 'settled';
  if (state.state !== 'settled') return isBooked ? 'not_received' : null;
  if (!isBooked) return 'paid_unseen';
  const booked = Number(invoice.receivedMsat ?? invoice.amountSats * 1000);
  return state.receivedMsat === undefined || state.receivedMsat === booked ? null : 'other_amount';
}

/** To be called again and again: compares one invoice, and gives whether there was one. A wallet that is down is asked later. */
export async function compareNextInvoice(deps: SettleDeps): Promise<boolean> {
  const { db, lookups, now } = deps;
  const invoice = await nextToCompare(db, now());
  if (!invoice || (lookups && !lookups.take(invoice, 'schedule', now()))) return false;
  const ofInvoice = db.updateTable('invoices').where('tokenId', '=', invoice.tokenId);
  const state = await lookUpState(deps, invoice).catch(async (error: unknown) => {
    if (!isFromCurrentWallet(deps, invoice)) return undefined;
    await ofInvoice.set({ nextLookupAt: now() }).execute();
    throw error;
  });
  const difference = state ? compareInvoice(invoice, state) : invoice.state === 'settled' ? 'not_compared' : null;
  // Who paid gets what was paid for, late as it is.
  if (state?.state === 'settled') await grantPayment(db, invoice.paymentHash, state, now());
  await ofInvoice.set({ comparedAt: now(), difference }).execute();
  return true;
}

export interface Comparison {
  /** When the last invoice was compared; undefined where none was yet. */
  at: number | undefined;
  differences: (Pick<Invoice, 'paymentHash' | 'resourceId' | 'wallet' | 'createdAt' | 'amountSats'> & {
    difference: BookDifference;
  })[];
}

const maxDifferences = 200;

/** Of invoices made since an instant, newest first. */
export async function readComparison(db: Db, since: number): Promise<Comparison> {
  const last = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.max('comparedAt').as('at'))
    .executeTakeFirst();
  const rows = await db
    .selectFrom('invoices')
    .select(['paymentHash', 'resourceId', 'wallet', 'createdAt', 'amountSats', 'difference'])
    .where('difference', 'is not', null)
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(maxDifferences)
    .execute();
  const at = last?.at === null || last?.at === undefined ? undefined : Number(last.at);
  return { at, differences: rows.map((row) => ({ ...row, difference: row.difference! })) };
}
