import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOnce } from '../http/idempotency.ts';
import { createLease } from '../storage/lease.ts';
import type { Db, Store } from '../storage/store.ts';
import { onBothStores } from '../storage/test-stores.ts';
import type { DeliveryState, SubscriptionStatus } from '../storage/tables.ts';
import { guestExpiry } from '../features/guests/tables.ts';
import { webhookExpiry } from '../features/webhooks/tables.ts';
import { deleteExpiredRows } from './expired-rows.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const days = (count: number) => now - count * 86_400_000;

const subscription = (id: string, status: SubscriptionStatus) => ({
  id,
  status,
  callbackUrl: 'https://example.org',
  events: '[]',
  secret: 'x',
  tokenHash: id,
  createdAt: 1,
});

async function deliver({ db }: Store, id: string, to: string, state: DeliveryState, at: number): Promise<void> {
  await db.insertInto('events').values({ id, type: 't', payload: '{}', createdAt: at }).execute();
  const finishedAt = state === 'pending' ? null : at;
  const row = { eventId: id, subscriptionId: to, state, attempts: 1, nextAttemptAt: at, claimedUntil: 0, finishedAt };
  await db.insertInto('deliveries').values(row).execute();
}

const rules = [...webhookExpiry, ...guestExpiry];
const expire = (db: Db, holder: string, time: () => number, rows?: number) =>
  deleteExpiredRows({ db, rules, holder, now: time, ...(rows && { rows }) });

onBothStores('expired rows', (open) => {
  const left = async (table: 'events' | 'guestKits') =>
    (await open().db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

  test('expired rows are deleted in small batches, and waiting rows stay', async () => {
    const store = open();
    const subscriptions = [subscription('yes', 'approved'), subscription('asked', 'pending')];
    await store.db.insertInto('subscriptions').values(subscriptions).execute();
    for (const state of ['delivered', 'exhausted', 'cancelled'] as const) {
      await deliver(store, `old ${state}`, 'yes', state, days(90) - 1);
      await deliver(store, `new ${state}`, 'yes', state, days(90));
    }
    await deliver(store, 'old waits', 'yes', 'pending', days(400));
    await deliver(store, 'old in vain', 'asked', 'pending', days(90) - 1);
    await deliver(store, 'new in vain', 'asked', 'pending', days(89));
    for (const [id, createdAt] of [
      ['old alone', days(91)],
      ['new alone', days(1)],
    ] as const)
      await store.db.insertInto('events').values({ id, type: 't', payload: '{}', createdAt }).execute();
    for (const [id, createdAt] of [
      ['old', days(366)],
      ['new', days(364)],
    ] as const)
      await store.db.insertInto('guestKits').values({ id, kit: '{}', createdAt }).execute();
    assert.equal(await expire(store.db, 'a', () => now, 2), 4 + 5 + 1);
    const kept = ['new alone', 'new cancelled', 'new delivered', 'new exhausted', 'new in vain', 'old waits'];
    assert.deepEqual(await left('events'), kept);
    assert.deepEqual(await left('guestKits'), ['new']);
    assert.equal(await expire(store.db, 'a', () => now, 2), 0);
  });

  test('a key is forgotten after a day, and not before', async () => {
    const store = open();
    const keyed = (at: number) => ({ route: '/r', client: 'c', key: 'k', body: {}, now: at });
    await runOnce(store, keyed(days(1)), async () => 1);
    await expire(store.db, 'a', () => now);
    assert.equal(await runOnce(store, keyed(now - 1), async () => 2), 1);
    await expire(store.db, 'a', () => now + 1);
    assert.equal(await runOnce(store, keyed(now - 1), async () => 2), 2);
  });

  test('a notice that was sent is forgotten after 60 days, when it is no longer due', async () => {
    const { db } = open();
    const sent = [
      { key: 'old', sentAt: days(60) - 1 },
      { key: 'new', sentAt: days(60) },
    ];
    await db.insertInto('sentNotices').values(sent).execute();
    await expire(db, 'a', () => now);
    const kept = await db.selectFrom('sentNotices').select('key').execute();
    assert.deepEqual(
      kept.map(({ key }) => key),
      ['new'],
    );
  });

  test('one of several sidecars deletes the rows', async () => {
    const { db } = open();
    await db.insertInto('guestKits').values({ id: 'older', kit: '{}', createdAt: 1 }).execute();
    const other = createLease(db, 'forgetting', 'b', () => now);
    await other.hold();
    assert.equal(await expire(db, 'a', () => now), 0);
    await other.release();
    assert.equal(await expire(db, 'a', () => now), 1);
  });
});
