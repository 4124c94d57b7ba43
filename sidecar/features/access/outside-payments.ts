// What the wallet says it received: payments that it did not tell of are booked, and those from elsewhere are listed.
import { dayMs, hourMs, minuteMs } from '#domain/instants.ts';
import { forEachIndependently } from '#domain/for-each-independently.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';
import { settleByHash, type SettleDeps } from './settle.ts';

/** A payment may be listed a while after it came. */
const overlapMs = 2 * hourMs;
const maxPerRun = 100;
const afterFailureMs = 10 * minuteMs;

async function recordReceived(deps: SettleDeps, since: number): Promise<void> {
  const { db, wallet } = deps;
  const received = await wallet.listReceived!(since);
  await forEachIndependently(received.slice(0, maxPerRun), async ({ paymentHash, amountMsat, at }) => {
    if ((await settleByHash(deps, paymentHash)) !== 'unknown') return;
    await db
      .insertInto('outsidePayments')
      .values({ paymentHash, wallet: wallet.name, amountMsat, receivedAt: at })
      .onConflict((on) => on.column('paymentHash').doNothing())
      .execute();
  });
}

const hasOpenInvoice = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('invoices').select('tokenId').where('state', '=', 'open').limit(1).executeTakeFirst()) !==
  undefined;

/** Within this after the clock was set, too. */
const isWithin = (at: number, now: number, ms: number): boolean => at <= now && now < at + ms;

/** To be called again and again: asks at the start, when a wallet is back, every minute while an invoice is open, and once a day. */
export function receivedPaymentReader(deps: SettleDeps): () => Promise<void> {
  const { db, wallet, now } = deps;
  let askedAt = -Infinity;
  let pauseMs = minuteMs;
  return async () => {
    if (!wallet.listReceived) return;
    if (wallet.downSince?.() !== undefined) askedAt = -Infinity;
    if (wallet.downSince?.() !== undefined || isWithin(askedAt, now(), pauseMs)) return;
    const last = (await readState(db, 'walletState'))?.readAt ?? now() - dayMs;
    if (askedAt !== -Infinity && isWithin(last, now(), dayMs) && !(await hasOpenInvoice(db))) return;
    askedAt = now();
    // Some wallets do not allow it.
    pauseMs = afterFailureMs;
    await recordReceived(deps, Math.min(last, askedAt) - overlapMs);
    pauseMs = minuteMs;
    await writeState(db, 'walletState', { readAt: askedAt });
  };
}

export interface OutsidePayment {
  paymentHash: string;
  wallet: string;
  sats: number;
  at: number;
}

const maxShown = 50;

/** Newest first. `at` is undefined when the wallet was never asked or cannot list what it received. */
export async function readOutsidePayments(
  db: Db,
  since: number,
): Promise<{ at: number | undefined; payments: OutsidePayment[] }> {
  const rows = await db
    .selectFrom('outsidePayments')
    .selectAll()
    .where('receivedAt', '>=', since)
    .orderBy('receivedAt', 'desc')
    .limit(maxShown)
    .execute();
  const at = (await readState(db, 'walletState'))?.readAt ?? undefined;
  const payments = rows.map(({ paymentHash, wallet, amountMsat, receivedAt }) => ({
    paymentHash,
    wallet,
    sats: Number(amountMsat) / 1000,
    at: Number(receivedAt),
  }));
  return { at, payments };
}
