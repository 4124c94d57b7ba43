// Today: what waits for the creator, what failed, what is new, in one look.
import { checklist } from './checklist.ts';
import type { TodayModel } from './model.ts';
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
