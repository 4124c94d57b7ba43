import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { releaseAbandoned } from '../../storage/queue.ts';
import { openStore } from '../../storage/store.ts';
import { noPostgres, onBothStores, startPostgres } from '../../storage/test-stores.ts';
import { deliveryClaimMs } from './claim.ts';
import { readDeliveryLog, replay } from './delivery-log.ts';
import { endSubscription, listSubscriptions, rejectSubscription } from './subscriptions.ts';
import {
  type Clock,
  emptyEventTables,
  publishItems,
  type SentRequest,
  startTime,
  answerWithStatus,
  createSubscriber,
  createTestWorker,
} from './test-events.ts';

const minute = 60_000;
const hour = 60 * minute;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
const to = (sent: SentRequest[], name: string) => sent.filter((one) => one.to === name).map(({ what }) => what);
const idsOf = (sent: SentRequest[]) => sent.map(({ headers }) => headers['webhook-id']);

onBothStores('delivery', (open) => {
  const fresh = async () => {
    await emptyEventTables(open());
    return { store: open(), db: open().db, clock: { now: startTime } as Clock };
  };

  test('each subscriber receives its events once and in order', async () => {
    const { store, db, clock } = await fresh();
    await createSubscriber(store, 'a');
    await createSubscriber(store, 'b');
    await createSubscriber(store, 'other', ['dot.approved']);
    await publishItems(store, 25);
    const worker = createTestWorker(store, clock);
    await worker.whenIdle();
    assert.deepEqual(to(worker.sent, 'a'), numbers(25));
    assert.deepEqual(to(worker.sent, 'b'), numbers(25));
    assert.equal(worker.sent.length, 50);
    assert.ok(
      (await readDeliveryLog(db, { limit: 100 })).every(
        ({ state, attempts }) => state === 'delivered' && attempts === 1,
      ),
    );
  });

  test('payloads are flat, with type and timestamp, and the standardwebhooks package verifies them', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: startTime + 1000 });
    const { store, clock } = await fresh();
    const { secret } = await createSubscriber(store, 'a');
    await publishItems(store, 1);
    const worker = createTestWorker(store, clock);
    await worker.whenIdle();
    const { headers, body } = worker.sent[0]!;
    const event = new Webhook(secret).verify(body, headers) as Record<string, unknown>;
    assert.deepEqual(Object.keys(event), ['event', 'item', 'publishedAt', 'type', 'timestamp']);
    assert.equal(event.timestamp, '2026-05-01T12:00:00.000Z');
    assert.equal(headers['x-service-signature'], `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
  });

  test('dead and hanging subscribers do not delay others', async () => {
    const { store, clock } = await fresh();
    for (const name of ['dead', 'hanging', 'alive']) await createSubscriber(store, name);
    await publishItems(store, 10);
    let letGo = () => {};
    const hanging = new Promise<void>((done) => (letGo = done));
    const others = new Promise<void>((done) => {
      const worker = createTestWorker(store, clock, async (one) => {
        if (one.to === 'alive' && one.what === '10') done();
        if (one.to === 'dead') throw new Error('refused');
        if (one.to === 'hanging') await hanging;
        return answerWithStatus(200);
      });
      worker.wake();
      ending = worker;
    });
    await others;
    assert.deepEqual(to(ending!.sent, 'hanging'), ['1']);
    letGo();
    await ending!.whenIdle();
    assert.deepEqual(to(ending!.sent, 'dead'), numbers(10));
    assert.deepEqual(to(ending!.sent, 'hanging'), numbers(10));
  });
  let ending: ReturnType<typeof createTestWorker> | undefined;

  test('a failed delivery waits for its retry without delaying later events', async () => {
    const { store, clock } = await fresh();
    await createSubscriber(store, 'a');
    await publishItems(store, 3);
    const worker = createTestWorker(store, clock, (one) =>
      answerWithStatus(one.what === '1' && clock.now === startTime ? 500 : 200),
    );
    await worker.whenIdle();
    assert.deepEqual(to(worker.sent, 'a'), ['1', '2', '3']);
    clock.now += 4999;
    await worker.whenIdle();
    assert.equal(worker.sent.length, 3);
    clock.now += 1;
    await worker.whenIdle();
    assert.deepEqual(to(worker.sent, 'a'), ['1', '2', '3', '1']);
    assert.equal(idsOf(worker.sent)[3], idsOf(worker.sent)[0]);
  });

  test('after ten attempts over three days a delivery is exhausted', async () => {
    const { store, db, clock } = await fresh();
    await createSubscriber(store, 'a');
    await publishItems(store, 1);
    const worker = createTestWorker(store, clock, () => answerWithStatus(503));
    for (; clock.now < startTime + 100 * hour; clock.now += clock.now < startTime + 10 * minute ? 1000 : minute) {
      await worker.whenIdle();
      const [row] = await readDeliveryLog(db, { limit: 1 });
      if (row!.state !== 'pending') break;
      clock.now = Math.max(clock.now, row!.nextAttemptAt - 1000);
    }
    const pauses = worker.sent.slice(1).map(({ at }, i) => at - worker.sent[i]!.at);
    const expected = [5000, 5 * minute, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
    assert.equal(pauses.length, expected.length);
    pauses.forEach((pause, i) => assert.ok(pause >= expected[i]! && pause <= expected[i]! + minute, `${i}: ${pause}`));
    const [row] = await readDeliveryLog(db, { limit: 1 });
    assert.deepEqual([row!.state, row!.attempts, row!.lastStatus], ['exhausted', 10, 503]);
    assert.equal(new Set(idsOf(worker.sent)).size, 1);
  });

  test('status 410 ends the subscription and its pending deliveries', async () => {
    const { store, db, clock } = await fresh();
    const { id } = await createSubscriber(store, 'a');
    await publishItems(store, 5);
    const worker = createTestWorker(store, clock, () => answerWithStatus(410));
    await worker.whenIdle();
    assert.equal(worker.sent.length, 1);
    assert.equal((await listSubscriptions(db, { limit: 1 }))[0]!.status, 'ended');
    assert.ok((await readDeliveryLog(db, { limit: 9 })).every(({ state }) => state === 'cancelled'));
    const audit = await db
      .selectFrom('audit')
      .select(['who', 'action', 'subject'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    assert.deepEqual({ ...audit }, { who: 'subscriber', action: 'subscription.ended', subject: id });
    await publishItems(store, 1);
    await worker.whenIdle();
    assert.equal(worker.sent.length, 1);
  });

  test('a replay sends one delivery, or all since a time in order, with the same webhook-ids', async () => {
    const { store, db, clock } = await fresh();
    const { id } = await createSubscriber(store, 'a');
    await publishItems(store, 2, startTime);
    await publishItems(store, 3, startTime + 1000);
    clock.now += 2000;
    const worker = createTestWorker(store, clock);
    await worker.whenIdle();
    const first = idsOf(worker.sent);
    const [last] = await readDeliveryLog(db, { limit: 1 });
    const again = (what: Parameters<typeof replay>[1]) =>
      db.transaction().execute((tx) => replay(tx, what, 'creator', clock.now));
    assert.equal(await again({ subscriptionId: id, delivery: last!.id }), 1);
    await worker.whenIdle();
    assert.deepEqual(idsOf(worker.sent).slice(5), [first[4]]);
    assert.equal(await again({ subscriptionId: id, since: startTime + 1000 }), 3);
    await worker.whenIdle();
    assert.deepEqual(idsOf(worker.sent).slice(6), first.slice(2));
    assert.equal(await again({ subscriptionId: 'another', delivery: last!.id }), 0);
    await db.transaction().execute((tx) => rejectSubscription(tx, id, 'creator', clock.now));
    assert.equal(await again({ subscriptionId: id, delivery: last!.id }), 0);
  });

  test('deliveries that are pending when a subscription ends are never sent', async () => {
    const { store, db, clock } = await fresh();
    const { id } = await createSubscriber(store, 'a');
    await publishItems(store, 3);
    await db.transaction().execute((tx) => endSubscription(tx, id, 'subscriber', startTime));
    const worker = createTestWorker(store, clock);
    await worker.whenIdle();
    assert.equal(worker.sent.length, 0);
  });

  test('an attempt that is aborted by a stop does not count', async () => {
    const { store, db, clock } = await fresh();
    await createSubscriber(store, 'a');
    await publishItems(store, 2);
    const worker = createTestWorker(
      store,
      clock,
      (_, stop) => new Promise((_, fail) => stop.addEventListener('abort', () => fail(new Error('aborted')))),
    );
    worker.wake();
    while (worker.sent.length === 0) await new Promise(setImmediate);
    await worker.stop(0);
    const rows = await db.selectFrom('deliveries').select(['attempts', 'state', 'claimedUntil']).execute();
    for (const row of rows) assert.deepEqual({ ...row }, { attempts: 0, state: 'pending', claimedUntil: 0 });
    assert.equal(rows.length, 2);
    const next = createTestWorker(store, clock);
    await next.whenIdle();
    assert.deepEqual(idsOf(next.sent)[0], idsOf(worker.sent)[0]);
    assert.deepEqual(to(next.sent, 'a'), ['1', '2']);
  });

  test('deliveries of a dead worker are sent after its claim expires, or after the embedded store is opened again', async () => {
    const { store, db, clock } = await fresh();
    await createSubscriber(store, 'a');
    await publishItems(store, 2);
    await db
      .updateTable('deliveries')
      .set({ claimedUntil: startTime + deliveryClaimMs })
      .execute();
    const worker = createTestWorker(store, clock);
    await worker.whenIdle();
    assert.equal(worker.sent.length, 0);
    await releaseAbandoned(store, 'deliveries', clock.now);
    await worker.whenIdle();
    assert.equal(worker.sent.length, store.kind === 'sqlite' ? 2 : 0);
    clock.now += deliveryClaimMs;
    await worker.whenIdle();
    assert.deepEqual(to(worker.sent, 'a'), ['1', '2']);
  });

  test('a temporary failure of the store loses no outcome', async () => {
    const { store, clock } = await fresh();
    await createSubscriber(store, 'a');
    await publishItems(store, 1);
    let failures = 0;
    const problems: Error[] = [];
    const db = new Proxy(store.db, {
      get: (target, name) => {
        if (name === 'transaction' && worker?.sent.length === 1 && failures++ === 0) throw new Error('disk full');
        return Reflect.get(target, name).bind(target);
      },
    });
    const worker = createTestWorker({ ...store, db }, clock, undefined, { onProblem: (error) => problems.push(error) });
    await worker.whenIdle();
    await worker.whenIdle();
    assert.equal(problems[0]?.message, 'disk full');
    const [row] = await readDeliveryLog(store.db, { limit: 1 });
    assert.equal(row!.state, 'delivered');
    assert.equal(worker.sent.length, 1);
  });
});

test(
  'two workers on one PostgreSQL share the work and send each event once, in order for each subscriber',
  { skip: noPostgres },
  async () => {
    const server = await startPostgres();
    const stores = [
      await openStore({ databaseUrl: server.url, file: '' }),
      await openStore({ databaseUrl: server.url, file: '' }),
    ];
    try {
      const names = numbers(8).map((n) => `s${n}`);
      for (const name of names) await createSubscriber(stores[0]!, name);
      await publishItems(stores[0]!, 60);
      const all: SentRequest[] = [];
      // Each worker has capacity for half of the subscribers, and continues after both have started.
      const atWork = new Set<unknown>();
      let bothAtWork = () => {};
      const both = new Promise<void>((done) => (bothAtWork = done));
      const workers = stores.map((store) => {
        const answer = async (one: SentRequest) => {
          all.push(one);
          if (atWork.add(store).size === 2) bothAtWork();
          await both;
          return answerWithStatus(200);
        };
        return createTestWorker(store, { now: startTime }, answer, { limits: () => ({ first: 4, retries: 4 }) });
      });
      const untilDone = async (worker: (typeof workers)[0]) => {
        while (all.length < 480) await worker.whenIdle();
      };
      await Promise.all(workers.map(untilDone));
      for (const name of names) assert.deepEqual(to(all, name), numbers(60), name);
      assert.equal(all.length, 480);
      for (const worker of workers) assert.ok(worker.sent.length > 0);
    } finally {
      for (const store of stores) await store.close();
      await server.stop();
    }
  },
);
