// Answers and totals that are kept for a while where they take long, and never where they do not.
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

test('what took few reads is made each time, and once for those who ask together', async () => {
  const { ask } = setUp();
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  assert.equal(await ask(), 2);
});

test('what took many reads is made again when its time is over', async () => {
  const { state, ask } = setUp();
  await ask(1000);
  state.now += 4999;
  assert.equal(await ask(1000), 1);
  state.now += 5002;
  assert.equal(await ask(1000), 2);
});

test('from half its time on it is made anew once, behind those who ask', async () => {
  const { state, ask } = setUp();
  await ask(1000);
  state.now += 5000;
  assert.deepEqual(await Promise.all([ask(1000), ask(1000)]), [1, 1]);
  await setImmediate();
  assert.deepEqual([await ask(1000), state.made], [2, 2]);
});

test('what cannot be made anew is given until its time is over, then its failure is', async () => {
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

test('no more is kept than was said, and what was asked for lately stays', async () => {
  const { ask } = setUp(2);
  await ask(1000, 'a');
  await ask(1000, 'b');
  await ask(1000, 'a');
  await ask(1000, 'c');
  assert.equal(await ask(1000, 'a'), 1);
  assert.equal(await ask(1000, 'b'), 4);
});

test('what fails is not kept', async () => {
  const once = coalescingCache<number>({ ...keeping, now: () => 1 });
  const fail = () => once('key', () => Promise.reject(new Error('away')));
  const failed = await Promise.allSettled([fail(), fail()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await once('key', async () => ({ value: 3, reads: 20_000 })), 3);
});
