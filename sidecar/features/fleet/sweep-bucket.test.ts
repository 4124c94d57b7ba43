import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredObject } from '../../outgoing/bucket.ts';
import { KnownRelease, keysOfChain, putDelta, putWhole } from './chain.ts';
import { gate, sweepBucket } from './sweep-bucket.ts';

const now = Date.UTC(2026, 0, 10);
const [old, young] = [now - 2 * 86_400_000, now - 3600_000];

function bucketWith(keys: Record<string, number>) {
  const objects = new Map<string, { putAt: number; body?: Buffer }>();
  for (const [key, putAt] of Object.entries(keys)) objects.set(key, { putAt });
  return {
    keys: () => [...objects.keys()].sort(),
    get: async (key: string) => objects.get(key)?.body,
    put: async (key: string, body: Buffer) => void objects.set(key, { putAt: old, body }),
    remove: async (key: string) => void objects.delete(key),
    list: async (prefix: string): Promise<StoredObject[]> =>
      [...objects].filter(([key]) => key.startsWith(prefix)).map(([key, { putAt }]) => ({ key, putAt })),
  };
}

const facts = (release: string) => ({
  ...{ release, baseUrl: 'http://room.example', others: {}, parts: { 'private/texts.db': ['part'] } },
  content: { digest: release, changedAt: 0 },
});
const entry = (etag: string) => ({
  file: etag,
  etag,
  size: 1,
  type: 'text/plain',
  lastModified: '2026-01-01T00:00:00Z',
});

test('what a builder that died has sent is removed after a day, and nothing that the live release or the content has', async () => {
  const needed = ['objects/a1', 'objects/a2', 'objects/part', 'packs/first', 'packs/second', 'content/file'];
  const lost = ['objects/lost', 'packs/lost', 'releases/lost', 'content/lost'];
  const all = Object.fromEntries([...needed, ...lost].map((key) => [key, old]));
  const bucket = bucketWith({ ...all, 'objects/being-sent': young, 'elsewhere/file': old });
  const known = new KnownRelease({ ...facts('first'), entries: { '/a': entry('a1') }, leftovers: [] });
  const { next } = await putWhole(bucket, undefined, known, ['packs/first']);
  const delta = { ...facts('second'), changed: { '/a': entry('a2') }, gone: [] };
  const pointer = await putDelta(bucket, next, delta, ['packs/second']);
  const links = pointer.chain.map(({ key }) => key);
  const reachable = async () => new Set([...(await keysOfChain(bucket, pointer)), 'content/file']);
  assert.equal(await sweepBucket({ bucket, reachable, alone: (task) => task(), now }), lost.length);
  assert.deepEqual(bucket.keys(), [...needed, ...links, 'objects/being-sent', 'elsewhere/file'].sort());
});

test('what is needed again by the time of the removal stays', async () => {
  const bucket = bucketWith({ 'objects/again': old, 'objects/lost': old });
  let isNeeded = false;
  const reachable = async () => new Set(isNeeded ? ['objects/again'] : []);
  const alone = async (task: () => Promise<void>) => {
    isNeeded = true;
    await task();
  };
  await sweepBucket({ bucket, reachable, alone, now });
  assert.deepEqual(bucket.keys(), ['objects/again']);
});

test('nothing passes a gate while one task is alone, which waits for those that have passed', async () => {
  const { pass, alone } = gate();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const passed = pass(async () => {
    await first.promise;
    seen.push('first');
  });
  await Promise.resolve();
  const only = alone(async () => {
    seen.push('alone');
    await new Promise(setImmediate);
    seen.push('alone no more');
  });
  const second = pass(async () => void seen.push('second'));
  first.resolve();
  await Promise.all([passed, only, second]);
  assert.deepEqual(seen, ['first', 'alone', 'alone no more', 'second']);
});
