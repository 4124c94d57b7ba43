// Reads payments received by the wallet: settles invoices that were not reported, and lists payments without an
// invoice.
import { dayMs, hourMs, minuteMs } from '#domain/instants.ts';
import { forEachIndependently } from '#domain/for-each-independently.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';
import { settleByHash, type SettleDeps } from './settle.ts';

/** Overlap of two readings, since a wallet may list a payment with a delay. */
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

/** Returns true if `now` is within `ms` after `at`. A clock that was set back counts as not within. */
const isWithin = (at: number, now: number, ms: number): boolean => at <= now && now < at + ms;

/**
 * Returns a job that reads received payments at the start, after an outage of the wallet, every minute while an
 * invoice is open, and once a day.
 */
export function receivedPaymentReader(deps: SettleDeps): () => Promise<void> {
  const { db, wallet, now } = deps;
  let requestedAt = -Infinity;
  let pauseMs = minuteMs;
  return async () => {
    if (!wallet.listReceived) return;
    if (wallet.downSince?.() !== undefined) {
      requestedAt = -Infinity;
      return;
    }
    if (isWithin(requestedAt, now(), pauseMs)) return;
    const last = (await readState(db, 'walletState'))?.readAt ?? now() - dayMs;
    const isFirst = requestedAt === -Infinity;
    if (!isFirst && isWithin(last, now(), dayMs) && !(await hasOpenInvoice(db))) return;
    requestedAt = now();
    // The longer pause stays if the wallet does not allow it and the next line throws.
    pauseMs = afterFailureMs;
    await recordReceived(deps, Math.min(last, requestedAt) - overlapMs);
    pauseMs = minuteMs;
    await writeState(db, 'walletState', { readAt: requestedAt });
  };
}

const maxShown = 50;

/**
 * Lists payments since a time, newest first. `at` is undefined if the wallet was never read or cannot list payments.
 */
export async function readOutsidePayments(db: Db, since: number) {
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
