import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../store/test-stores.ts';
import { callCounter, callsIn30Days } from './calls.ts';
import { once, readKey } from './idempotency.ts';

const isKind = (kind: string) => (error: unknown) => error instanceof ApiError && error.kind === kind;

onBothStores('idempotency and counters', (open) => {
  const keyed = (key: string, body: unknown, now = 1000) => ({ route: '/r', client: 'c', key, body, now });

  test('the same key and body run once and answer the same', async () => {
    let runs = 0;
    const work = async () => ({ run: ++runs });
    const first = await once(open().db, keyed('a', { x: 1 }), work);
    assert.deepEqual(await once(open().db, keyed('a', { x: 1 }), work), first);
    assert.equal(runs, 1);
    await assert.rejects(once(open().db, keyed('a', { x: 2 }), work), isKind('unprocessable'));
    assert.deepEqual(await once(open().db, keyed('a', { x: 2 }, 1000 + 25 * 3_600_000), work), { run: 2 });
  });

  test('while the first is under way the second is told so', async () => {
    const { db } = open();
    const key = keyed('b', {});
    const slow = once(db, key, async () => {
      await new Promise((done) => setTimeout(done, 100));
      return 1;
    });
    await new Promise((done) => setTimeout(done, 30));
    const second = once(db, key, async () => 2);
    const results = await Promise.allSettled([slow, second]);
    assert.equal(results[0].status, 'fulfilled');
    if (results[1].status === 'rejected') assert.ok(isKind('conflict')(results[1].reason));
    else assert.equal(results[1].value, 1);
  });

  test('a failure undoes the effects and frees the key', async () => {
    const { db } = open();
    const failing = once(db, keyed('c', {}), async (tx) => {
      await tx.insertInto('facts').values({ name: 'effect', value: '1' }).execute();
      throw new Error('no');
    });
    await assert.rejects(failing);
    assert.equal(await db.selectFrom('facts').selectAll().where('name', '=', 'effect').executeTakeFirst(), undefined);
    assert.equal(await once(db, keyed('c', {}), async () => 3), 3);
  });

  test('calls are added up by day and origin, and only those of the API', async () => {
    const { db } = open();
    const now = Date.parse('2026-05-01T12:00:00Z');
    const counter = callCounter(db, () => now);
    for (let i = 0; i < 2; i++) {
      counter.count('/api/agent', 'agent');
      counter.count('/api/agent', undefined);
      counter.count('/articles', undefined);
      await counter.flush();
    }
    assert.deepEqual(await callsIn30Days(db, now), { total: 4, agent: 2 });
    assert.deepEqual(await callsIn30Days(db, now + 40 * 86_400_000), { total: 0, agent: 0 });
  });
});

test('a key has 1 to 255 characters', () => {
  assert.equal(readKey(undefined), undefined);
  assert.equal(readKey('x'), 'x');
  for (const bad of ['', 'x'.repeat(256), ['a', 'b']]) assert.throws(() => readKey(bad), isKind('bad_request'));
});
