// Sends content_index.digest: the newest items, daily or weekly, to each subscription that requested it.
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { queryContentIndex } from '#domain/lists/content-index.ts';
import { dayMs, isoTime } from '#domain/instants.ts';
import { forEachIndependently } from '#domain/for-each-independently.ts';
import { daysAgo } from '../../http/days.ts';
import type { Release } from '../../release/release.ts';
import type { Db, Store } from '../../storage/store.ts';
import { emitTo, type NewEvent } from './emit.ts';
import type { Subscription } from './subscriptions.ts';

const periodsMs = { daily: dayMs, weekly: 7 * dayMs };
const windowDays = { '7d': 7, '30d': 30 };

/** Creates a digest of the items that content-index lists for the same window. */
export function createDigest(
  { visible, items, plannedCount }: Release['index'],
  digest: '7d' | '30d',
  now: number,
): NewEvent {
  const from = daysAgo(now, windowDays[digest]);
  const { window } = queryContentIndex(
    visible,
    { types: [], from, plannedCount, isCurrent: true },
    contentIndexMaxLimit,
    0,
  );
  const listedItems = window
    .map((position) => items.at(position))
    .map(({ id, title, url, date }) => ({ id, title, url, date }));
  const deliveredAt = isoTime(now);
  return {
    type: 'content_index.digest',
    payload: { digest, count: listedItems.length, items: listedItems, deliveredAt },
  };
}

/** Returns the next time of the schedule after `now`: digests that were missed while nothing ran are sent once. */
export function nextDigestAt(schedule: 'daily' | 'weekly', dueAt: number, now: number): number {
  const periodMs = periodsMs[schedule];
  return dueAt + (Math.floor((now - dueAt) / periodMs) + 1) * periodMs;
}

/** Returns false if another sidecar has sent this digest. */
const sendDigest = (db: Db, subscription: Subscription, index: Release['index'], now: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { id, digestSchedule, digestWindow, nextDigestAt: dueAt } = subscription;
    const { numUpdatedRows } = await tx
      .updateTable('subscriptions')
      .set({ nextDigestAt: nextDigestAt(digestSchedule!, dueAt!, now) })
      .where('id', '=', id)
      .where('nextDigestAt', '=', dueAt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await emitTo(tx, id, createDigest(index, digestWindow!, now), now);
    return true;
  });

/** Queues the digests that are due, and returns their number. */
export async function sendDigests({ db }: Pick<Store, 'db'>, index: Release['index'], now: number): Promise<number> {
  const due = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'approved')
    .where('digestSchedule', 'is not', null)
    // A time more than one period ahead was written while the clock was wrong.
    .where(({ or, eb }) => or([eb('nextDigestAt', '<=', now), eb('nextDigestAt', '>', now + periodsMs.weekly)]))
    .execute();
  let sentCount = 0;
  await forEachIndependently(due, async (subscription) => {
    if (await sendDigest(db, subscription, index, now)) sentCount++;
  });
  return sentCount;
}
