// Compares each invoice with the wallet a day after its creation and stores differences for the creator.
import { dayMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { BookDifference } from './tables.ts';
import { grantPayment } from './grants.ts';
import type { Invoice } from './invoices.ts';
import { isFromCurrentWallet, type SettleDeps, lookUpState } from './settle.ts';
import { usdcWallet } from './usdc.ts';
import type { InvoiceState } from './wallets/wallet.ts';

/** Age at which an invoice is compared. It has been settled or can no longer be paid. */
const compareAfterMs = dayMs;

const findNextToCompare = (db: Db, now: number): Promise<Invoice | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('comparedAt', 'is', null)
    .where('createdAt', '<=', now - compareAfterMs)
    .where('wallet', 'not in', ['development', usdcWallet])
    // Invoices that could not be compared come last.
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

/** Compares one invoice. Returns false if none is due. An invoice whose wallet is down is compared later. */
export async function compareNextInvoice(deps: SettleDeps): Promise<boolean> {
  const { db, lookups, now } = deps;
  const invoice = await findNextToCompare(db, now());
  if (!invoice || (lookups && !lookups.take(invoice, 'schedule', now()))) return false;
  const update = db.updateTable('invoices').where('tokenId', '=', invoice.tokenId);
  const state = await lookUpState(deps, invoice).catch(async (error: unknown) => {
    if (!isFromCurrentWallet(deps, invoice)) return undefined;
    await update.set({ nextLookupAt: now() }).execute();
    throw error;
  });
  const uncompared = invoice.state === 'settled' ? 'not_compared' : null;
  const difference = state ? compareInvoice(invoice, state) : uncompared;
  // A late payment still unlocks the resource.
  if (state?.state === 'settled') await grantPayment(db, invoice.paymentHash, state, now());
  await update.set({ comparedAt: now(), difference }).execute();
  return true;
}

const maxDifferences = 200;

/** Reads the time of the last comparison, and the differences of invoices created since a time, newest first. */
export async function readComparison(db: Db, since: number) {
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
