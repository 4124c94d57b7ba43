// What the wallet received without an invoice of this room: the other direction of the comparison with the books, once a day.
import { dayMs, hourMs } from '#domain/instants.ts';
import { fact, setFact } from '../store/facts.ts';
import type { Db } from '../store/store.ts';
import type { SettleParts } from './settle.ts';

const factName = 'outsideComparedAt';
/** A payment may be listed a while after it came. */
const overlapMs = 2 * hourMs;
const atOnce = 100;

/** To be called again and again. */
export async function listOutside({ db, wallet, now }: SettleParts): Promise<void> {
  if (!wallet.listReceived) return;
  const known = await fact(db, factName);
  const last = known === undefined ? now() - dayMs : Number(known);
  if (now() < last + dayMs) return;
  const received = await wallet.listReceived(last - overlapMs);
  for (const { paymentHash, amountMsat, at } of received.slice(0, atOnce)) {
    const own = await db
      .selectFrom('invoices')
      .select('tokenId')
      .where('paymentHash', '=', paymentHash)
      .executeTakeFirst();
    if (own) continue;
    await db
      .insertInto('outsidePayments')
      .values({ paymentHash, wallet: wallet.name, amountMsat, receivedAt: at })
      .onConflict((on) => on.column('paymentHash').doNothing())
      .execute();
  }
  await setFact(db, factName, String(now()));
}

export interface OutsidePayment {
  paymentHash: string;
  wallet: string;
  sats: number;
  at: number;
}

const shownAtMost = 50;

/** Newest first. `at` is undefined when the wallet was never asked or cannot list what it received. */
export async function outsideSince(
  db: Db,
  since: number,
): Promise<{ at: number | undefined; payments: OutsidePayment[] }> {
  const rows = await db
    .selectFrom('outsidePayments')
    .selectAll()
    .where('receivedAt', '>=', since)
    .orderBy('receivedAt', 'desc')
    .limit(shownAtMost)
    .execute();
  const at = await fact(db, factName);
  const payments = rows.map(({ paymentHash, wallet, amountMsat, receivedAt }) => ({
    paymentHash,
    wallet,
    sats: Number(amountMsat) / 1000,
    at: Number(receivedAt),
  }));
  return { at: at === undefined ? undefined : Number(at), payments };
}
