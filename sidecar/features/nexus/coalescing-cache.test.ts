// Tests of the cache of answers and totals, which stores only expensive ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { coalescingCache } from './coalescing-cache.ts';

const keeping = { minReads: 1000, ms: 10_000, maxSize: 10 };

function setUp(maxSize = 10) {
  const state = { now: 1_000_000, made: 0 };
  const once = coalescingCache<number>({ ...keeping, now: () => state.now, maxSize });
  const ask = (reads = 0, key = 'key') => once(key, async () => ({ value: ++state.made, reads }));
  return { state, ask };
}

test('a result of few reads is computed each time, but only once for concurrent requests', async () => {
  const { ask } = setUp();
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  assert.equal(await ask(), 2);
});

test('a result of many reads is computed again after it has expired', async () => {
  const { state, ask } = setUp();
  await ask(1000);
  state.now += 4999;
  assert.equal(await ask(1000), 1);
  state.now += 5002;
  assert.equal(await ask(1000), 2);
});

test('in the second half of its lifetime a result is renewed once, in the background', async () => {
  const { state, ask } = setUp();
  await ask(1000);
  state.now += 5000;
  assert.deepEqual(await Promise.all([ask(1000), ask(1000)]), [1, 1]);
  await setImmediate();
  assert.deepEqual([await ask(1000), state.made], [2, 2]);
});

test('a result that cannot be renewed is returned until it expires, then the failure is', async () => {
  const state = { now: 1 };
  const once = coalescingCache<number>({ ...keeping, now: () => state.now });
  const fail = () => once('key', () => Promise.reject(new Error('away')));
  await once('key', async () => ({ value: 3, reads: 1000 }));
  state.now += 9999;
  assert.equal(await fail(), 3);
  await setImmediate();
  assert.equal(await fail(), 3);
  state.now += 2;
  await assert.rejects(fail, /away/);
});

test('the cache stays within its size limit and keeps recently used results', async () => {
  const { ask } = setUp(2);
  await ask(1000, 'a');
  await ask(1000, 'b');
  await ask(1000, 'a');
  await ask(1000, 'c');
  assert.equal(await ask(1000, 'a'), 1);
  assert.equal(await ask(1000, 'b'), 4);
});

test('failures are not cached', async () => {
  const once = coalescingCache<number>({ ...keeping, now: () => 1 });
  const fail = () => once('key', () => Promise.reject(new Error('away')));
  const failed = await Promise.allSettled([fail(), fail()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await once('key', async () => ({ value: 3, reads: 20_000 })), 3);
});
