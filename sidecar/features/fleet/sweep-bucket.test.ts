import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBucketSweeper } from './fleet.ts';

function bucketWith(...keys: string[]) {
  const all = new Set(keys);
  return {
    keys: () => [...all].sort(),
    get: async () => undefined,
    put: async (key: string) => void all.add(key),
    remove: async (key: string) => void all.delete(key),
    list: async (prefix: string) => [...all].filter((key) => key.startsWith(prefix)).map((key) => ({ key, size: 1 })),
  };
}

test('objects are removed if nothing refers to them in two consecutive sweeps', async () => {
  const bucket = bucketWith('room/live', 'room/replaced', 'content/file', 'elsewhere/file');
  const needed = new Set<string>();
  const sweep = createBucketSweeper({
    bucket,
    prefixes: ['room/', 'content/'],
    readNeeded: () => (needed.size > 0 ? needed : undefined),
    runAlone: (task) => task(),
  });
  await sweep();
  await sweep();
  assert.equal(bucket.keys().length, 4, 'nothing is known yet');
  for (const key of ['room/live', 'content/file', 'room/replaced']) needed.add(key);
  await sweep();
  needed.delete('room/replaced');
  await sweep();
  assert.equal(bucket.keys().length, 4, 'a machine that lags may need it');
  await bucket.put('room/lost');
  await sweep();
  assert.deepEqual(bucket.keys(), ['content/file', 'elsewhere/file', 'room/live', 'room/lost']);
  await sweep();
  assert.deepEqual(bucket.keys(), ['content/file', 'elsewhere/file', 'room/live']);
});

test('an object that is needed again by the time of the removal stays', async () => {
  const bucket = bucketWith('room/again');
  const needed = new Set<string>();
  let calls = 0;
  const runAlone = async (task: () => Promise<void>) => {
    if (calls++ > 0) needed.add('room/again');
    await task();
  };
  const sweep = createBucketSweeper({ bucket, prefixes: ['room/'], readNeeded: () => needed, runAlone });
  await sweep();
  await sweep();
  await sweep();
  assert.deepEqual(bucket.keys(), ['room/again']);
});
