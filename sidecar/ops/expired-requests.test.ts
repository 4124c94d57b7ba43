import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { Db, Store } from '../storage/store.ts';
import { onBothStores } from '../storage/test-stores.ts';
import type { SubscriptionStatus } from '../storage/tables.ts';
import { bookingExpiry } from '../features/booking/tables.ts';
import { webhookExpiry } from '../features/webhooks/tables.ts';
import { deleteExpiredRows } from './expired-rows.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const days = (count: number) => now - count * 86_400_000;

async function ask({ db }: Store, id: string, status: BookingStatus, at: number, startsAt?: number, endsAt?: number) {
  const asked = { id, status, tokenHash: id, showName: 'Show', source: 'human', createdAt: days(1000), updatedAt: at };
  const times = { startsAt: startsAt ?? null, endsAt: endsAt ?? null };
  await db
    .insertInto('bookings')
    .values({ showUrl: null, timeframe: null, message: null, reply: null, ...asked, ...times })
    .execute();
}

async function subscribed(
  { db }: Store,
  id: string,
  status: SubscriptionStatus,
  createdAt: number,
  decidedAt?: number,
) {
  const asked = { id, status, callbackUrl: 'https://example.org', events: '[]', secret: 'x', tokenHash: id, createdAt };
  await db
    .insertInto('subscriptions')
    .values({ ...asked, decidedAt: decidedAt ?? null })
    .execute();
}

const rules = [...webhookExpiry, ...bookingExpiry];
const expire = (db: Db, time: () => number, rows?: number) =>
  deleteExpiredRows({ db, rules, holder: 'a', now: time, ...(rows && { rows }) });

onBothStores('expired requests', (open) => {
  const left = async (table: 'bookings' | 'subscriptions') =>
    (await open().db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

  test('a booking nobody decided is gone after a year, one that is over after two', async () => {
    const store = open();
    for (const status of ['received', 'needs_info', 'proposed'] as const) {
      await ask(store, `old ${status}`, status, days(365) - 1);
      await ask(store, `new ${status}`, status, days(365));
    }
    for (const status of ['confirmed', 'completed', 'declined', 'cancelled'] as const) {
      await ask(store, `old ${status}`, status, days(730) - 1, days(800));
      await ask(store, `new ${status}`, status, days(730), days(800));
    }
    assert.equal(await expire(store.db, () => now, 2), 7);
    assert.deepEqual(
      (await left('bookings')).filter((id) => id.startsWith('old')),
      [],
    );
    assert.equal((await left('bookings')).length, 7);
    await store.db.deleteFrom('bookings').execute();
  });

  test('a booking stays until its appointment is long over, however long ago it was made', async () => {
    const store = open();
    await ask(store, 'ahead', 'confirmed', days(900), now + 1);
    await ask(store, 'lately', 'confirmed', days(900), days(731), days(729));
    await ask(store, 'proposed', 'proposed', days(900), days(300));
    await ask(store, 'long over', 'confirmed', days(900), days(800), days(731));
    assert.equal(await expire(store.db, () => now), 1);
    assert.deepEqual(await left('bookings'), ['ahead', 'lately', 'proposed']);
    await store.db.deleteFrom('bookings').execute();
  });

  test('a subscription that is not approved is gone 90 days after the last word, and an approved one stays', async () => {
    const store = open();
    await subscribed(store, 'old asked', 'pending', days(90) - 1);
    await subscribed(store, 'new asked', 'pending', days(90));
    await subscribed(store, 'old rejected', 'rejected', days(500), days(90) - 1);
    await subscribed(store, 'new rejected', 'rejected', days(500), days(90));
    await subscribed(store, 'old ended', 'ended', days(500), days(90) - 1);
    await subscribed(store, 'new ended', 'ended', days(500), days(90));
    await subscribed(store, 'approved', 'approved', days(500), days(400));
    assert.equal(await expire(store.db, () => now, 2), 3);
    assert.deepEqual(await left('subscriptions'), ['approved', 'new asked', 'new ended', 'new rejected']);
    await store.db.deleteFrom('subscriptions').execute();
  });

  test('a subscription goes with the last of its deliveries, not before', async () => {
    const store = open();
    await subscribed(store, 'asked', 'pending', days(200));
    const event = { type: 't', payload: '{}', createdAt: days(200) };
    const delivery = { subscriptionId: 'asked', attempts: 0, claimedUntil: 0, nextAttemptAt: days(200) };
    for (const [id, finishedAt] of [
      ['old', days(91)],
      ['new', days(89)],
    ] as const) {
      await store.db
        .insertInto('events')
        .values({ ...event, id })
        .execute();
      const row = { ...delivery, eventId: id, state: 'cancelled' as const, finishedAt };
      await store.db.insertInto('deliveries').values(row).execute();
    }
    assert.equal(await expire(store.db, () => now), 2);
    assert.deepEqual(await left('subscriptions'), ['asked']);
    assert.equal(await expire(store.db, () => now + 2 * 86_400_000), 3);
    assert.deepEqual(await left('subscriptions'), []);
  });
});
