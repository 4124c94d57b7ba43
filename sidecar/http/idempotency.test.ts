import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../storage/test-stores.ts';
import { runOnce, runOnceWithLease, readIdempotencyKey } from './idempotency.ts';

const isKind = (kind: string) => (error: unknown) => error instanceof ApiError && error.kind === kind;

onBothStores('idempotency and counters', (open) => {
  const keyed = (key: string, body: unknown, now = 1000) => ({ route: '/r', client: 'c', key, body, now });

  test('the same key and body run once and answer the same', async () => {
    let runs = 0;
    const work = async () => ({ run: ++runs });
    const first = await runOnce(open(), keyed('a', { x: 1 }), work);
    assert.deepEqual(await runOnce(open(), keyed('a', { x: 1 }), work), first);
    assert.equal(runs, 1);
    await assert.rejects(runOnce(open(), keyed('a', { x: 2 }), work), isKind('unprocessable'));
    assert.deepEqual(await runOnce(open(), keyed('a', { x: 2 }, 1000 + 25 * 3_600_000), work), { run: 2 });
  });

  test('the second request gets 409 or waits for the first, and gets the same response', async () => {
    const store = open();
    let begin = () => {};
    const begun = new Promise<void>((done) => (begin = done));
    let end = () => {};
    const ending = new Promise<void>((done) => (end = done));
    const first = runOnce(store, keyed('b', {}), async () => {
      begin();
      await ending;
      return 1;
    });
    await begun;
    const second = runOnce(store, keyed('b', {}), async () => 2);
    if (store.kind === 'postgres') await assert.rejects(second, isKind('conflict'));
    end();
    assert.equal(await first, 1);
    if (store.kind === 'sqlite') assert.equal(await second, 1);
    assert.equal(await runOnce(store, keyed('b', {}), async () => 3), 1);
  });

  test('repeats that come together after the first was answered all get its answer, none a conflict', async () => {
    const store = open();
    const now = () => 1000;
    await runOnce(store, keyed('h', {}), async () => 1);
    await runOnceWithLease(store, keyed('i', {}), now, async () => 1);
    const fail = () => Promise.reject(new Error('it ran again'));
    const repeats = Array.from({ length: 25 }, () => [
      runOnce(store, keyed('h', {}), fail),
      runOnceWithLease(store, keyed('i', {}), now, fail),
    ]);
    assert.deepEqual(new Set(await Promise.all(repeats.flat())), new Set([1]));
  });

  test('work with others runs once, and while it is under way the second gets 409', async () => {
    const store = open();
    const end = Promise.withResolvers<number>();
    const ended = Promise.withResolvers<void>();
    const now = () => 1000;
    const first = runOnceWithLease(store, keyed('d', { x: 1 }), now, () => {
      ended.resolve();
      return end.promise;
    });
    await ended.promise;
    // Nobody else waits for it meanwhile.
    assert.equal(await runOnce(store, keyed('e', {}), async () => 5), 5);
    await assert.rejects(
      runOnceWithLease(store, keyed('d', { x: 1 }), now, async () => 2),
      isKind('conflict'),
    );
    end.resolve(1);
    assert.equal(await first, 1);
    assert.equal(await runOnceWithLease(store, keyed('d', { x: 1 }), now, async () => 3), 1);
    await assert.rejects(
      runOnceWithLease(store, keyed('d', { x: 2 }), now, async () => 4),
      isKind('unprocessable'),
    );
  });

  test('a refused response is not stored, and frees the key', async () => {
    const store = open();
    const now = () => 1000;
    const refused = runOnceWithLease(store, keyed('f', {}), now, () => Promise.reject(new Error('no wallet')));
    await assert.rejects(refused, /no wallet/);
    assert.equal(await runOnceWithLease(store, keyed('f', {}), now, async () => 2), 2);
  });

  test('the key of a process that died is free again once its lease is over', async () => {
    const store = open();
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<number>();
    let now = 1000;
    const clock = () => now;
    const work = () => {
      begun.resolve();
      return end.promise;
    };
    const dead = runOnceWithLease(store, keyed('g', {}), () => 1000, work);
    await begun.promise;
    await assert.rejects(
      runOnceWithLease(store, keyed('g', {}), clock, async () => 2),
      isKind('conflict'),
    );
    now = 40_000;
    assert.equal(await runOnceWithLease(store, keyed('g', {}), clock, async () => 3), 3);
    end.resolve(1);
    await dead;
  });

  test('a secret in an answer that is kept cannot be read in the store, nor can the key', async () => {
    const store = open();
    await runOnce(store, keyed('the-key-itself', {}), async () => ({ secret: 'whsec_shown_once' }));
    const kept = await store.db.selectFrom('idempotency').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(kept), /whsec_|shown_once|the-key-itself/);
    const again = await runOnce(store, keyed('the-key-itself', {}), async () => assert.fail());
    assert.deepEqual(again, { secret: 'whsec_shown_once' });
  });

  test('a failure undoes the effects and frees the key', async () => {
    const store = open();
    const { db } = store;
    const failing = runOnce(store, keyed('c', {}), async (tx) => {
      await tx.insertInto('secrets').values({ name: 'effect', value: '1' }).execute();
      throw new Error('no');
    });
    await assert.rejects(failing);
    assert.equal(await db.selectFrom('secrets').selectAll().where('name', '=', 'effect').executeTakeFirst(), undefined);
    assert.equal(await runOnce(store, keyed('c', {}), async () => 3), 3);
  });
});

test('a key has 1 to 255 characters', () => {
  assert.equal(readIdempotencyKey(undefined), undefined);
  assert.equal(readIdempotencyKey('x'), 'x');
  for (const bad of ['', 'x'.repeat(256), ['a', 'b']])
    assert.throws(() => readIdempotencyKey(bad), isKind('bad_request'));
});
