// Today: what waits for the creator, what failed, what is new, in one look.
import { checklist, type Missing } from './checklist.ts';
import { isLimitReached } from '../../features/booking/receipts.ts';
import { listBookings } from '../../features/booking/bookings.ts';
import { publishFailure } from '../../jobs/publishing.ts';
import { lagsIn } from '../../features/fleet/machines.ts';
import { countExhausted, deliveryLog } from '../../features/webhooks/delivery-log.ts';
import { findSubscription } from '../../features/webhooks/subscriptions.ts';
import { callsIn30Days } from '../../http/call-figures.ts';
import { bookingRow } from '../../features/booking/console/bookings/page.ts';
import { countWaiting } from '../counts.ts';
import { readFeeds } from '../feeds/page.ts';
import type { Page } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';
import { deliveryRow, originOf } from '../../features/webhooks/console/subscriptions/rows.ts';
import type { Counts } from '../ui/frame.ts';
import type { BookingRow } from '../../features/booking/console/bookings/model.ts';
import type { FeedRow } from '../feeds/model.ts';
import type { DeliveryRow } from '../../features/webhooks/console/subscriptions/model.ts';

export interface TodayModel {
  counts: Counts;
  /** Without an answer, newest first. */
  bookings: BookingRow[];
  /** Given up lately; `total` counts all that were not sent again. */
  exhausted: { rows: DeliveryRow[]; total: number };
  failedFeeds: FeedRow[];
  /** Why the last publishing to a bucket or CDN failed. */
  publishFailure?: string;
  /** Address of a proxy that is not trusted, so that all visitors share one rate. */
  untrustedProxy?: string;
  /** No more receipts of bookings go out by mail today. */
  isMailLimitReached: boolean;
  /** Machines that are silent, or behind the others. */
  lagging: number;
  /** What the room lacks. */
  missing: Missing[];
  /** In the last 30 days. */
  calls: { total: number; agent: number };
  /** Of the last build, in milliseconds. */
  builtAt?: number;
  live: { items: number; updatedAt: string };
}

const shown = 5;

async function readExhausted({ store: { db } }: ConsoleParts): Promise<TodayModel['exhausted']> {
  const [log, counts] = [await deliveryLog(db, { state: 'exhausted', limit: shown }), await countExhausted(db)];
  const ids = [...new Set(log.map(({ subscriptionId }) => subscriptionId))];
  const found = await Promise.all(ids.map((id) => findSubscription(db, id)));
  const origins = new Map(found.map((one) => [one?.id, one && originOf(one.callbackUrl)]));
  return {
    rows: log.map((row) => ({ ...deliveryRow(row), origin: origins.get(row.subscriptionId) })),
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}

export const todayPage: Page<TodayModel> = async (parts) => {
  const { store, now, live, builds, desk } = parts;
  const untrustedProxy = parts.untrustedProxy();
  const { index } = live();
  const { bookings: asked } = await listBookings(store.db, { status: 'received', limit: shown });
  const { rows: feeds } = await readFeeds(desk);
  const built = await builds.last();
  const unpublished = await publishFailure(store.db);
  const machines = await lagsIn(store.db, { release: live().id, since: built?.finishedAt ?? 0 }, now());
  return {
    counts: await countWaiting(parts),
    bookings: asked.map(bookingRow),
    exhausted: await readExhausted(parts),
    failedFeeds: feeds.filter(({ isEnabled, last }) => isEnabled && last?.outcome === 'failed'),
    ...(unpublished !== undefined && { publishFailure: unpublished }),
    ...(untrustedProxy !== undefined && { untrustedProxy }),
    isMailLimitReached: await isLimitReached(store.db, now()),
    lagging: machines.filter(({ lag }) => lag).length,
    missing: checklist(live()),
    calls: await callsIn30Days(store.db, now()),
    ...(built && { builtAt: built.finishedAt }),
    live: { items: index.items.length, updatedAt: index.updatedAt },
  };
};
