import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bucket } from '../../outgoing/bucket.ts';
import { KnownRelease, liveOf, type LivePointer, putDelta, putWhole, readChain, takesDelta } from './chain.ts';
import { partsOf, type StoredDelta, type StoredRelease } from './stored.ts';

function bucketInMemory(): Bucket & { keys: () => string[]; got: string[] } {
  const objects = new Map<string, Buffer>();
  const got: string[] = [];
  return {
    keys: () => [...objects.keys()],
    got,
    get: async (key) => {
      got.push(key);
      return objects.get(key);
    },
    put: async (key, body) => void objects.set(key, body),
    remove: async (key) => void objects.delete(key),
  };
}

const facts = (release: string) => ({
  release,
  baseUrl: 'http://room.example',
  content: { digest: release, changedAt: 0 },
  others: {},
  parts: {},
});
const entry = (etag: string) => ({
  file: etag,
  etag,
  size: 1,
  type: 'text/plain',
  lastModified: '2026-01-01T00:00:00Z',
});
const whole = (release: string, etags: Record<string, string>): StoredRelease => ({
  ...facts(release),
  entries: Object.fromEntries(Object.entries(etags).map(([path, etag]) => [path, entry(etag)])),
  leftovers: [],
});
const delta = (release: string, etags: Record<string, string>, gone: string[] = []): StoredDelta => ({
  ...facts(release),
  changed: whole(release, etags).entries,
  gone,
});

/** Gives also the keys that nobody needs any more. */
async function chainOf(bucket: Bucket, deltas: StoredDelta[]): Promise<{ pointer: LivePointer; unneeded: string[] }> {
  const known = new KnownRelease(whole('first', { '/a': 'a1', '/b': 'b1', '/same': 'a1' }));
  let { next: pointer } = await putWhole(bucket, undefined, known, ['packs/first']);
  const dropped: string[] = [];
  for (const one of deltas) {
    known.apply(one);
    const packs = [`packs/${one.release}`];
    if (takesDelta(pointer)) {
      pointer = await putDelta(bucket, pointer, one, packs);
      continue;
    }
    const { next, unneeded } = await putWhole(bucket, pointer, known, packs);
    pointer = next;
    dropped.push(...unneeded);
  }
  return { pointer, unneeded: dropped };
}

test('the whole chain says what each release has', async () => {
  const bucket = bucketInMemory();
  const deltas = [delta('second', { '/a': 'a2' }), delta('third', { '/c': 'c1' }, ['/b'])];
  const { pointer } = await chainOf(bucket, deltas);
  const known = await readChain(bucket, pointer);
  assert.deepEqual([...known.entries.keys()].sort(), ['/a', '/c', '/same']);
  assert.equal(liveOf(pointer), 'third');
});

test('an object goes when the last releases have it no more, and not while another file has the same bytes', async () => {
  const known = new KnownRelease(whole('first', { '/a': 'a1', '/b': 'b1', '/same': 'a1' }));
  const gone = (one: StoredDelta) => {
    known.apply(one);
    return known.expire();
  };
  assert.deepEqual(gone(delta('second', { '/a': 'a2' }, ['/b'])), []);
  assert.deepEqual(gone(delta('third', { '/b': 'b2' }, ['/same'])), []);
  assert.deepEqual(gone(delta('fourth', { '/same': 'a1' })), ['b1']);
  assert.deepEqual(gone(delta('fifth', { '/a': 'a3' })), []);
  assert.ok(known.has('a1'));
});

test('the chain begins anew before it grows long, and the one before is kept until the next', async () => {
  const bucket = bucketInMemory();
  const deltas = Array.from({ length: 60 }, (_, n) => delta(`release-${n}`, { '/a': `a-${n}` }));
  const { pointer, unneeded } = await chainOf(bucket, deltas);
  assert.deepEqual(unneeded, []);
  assert.ok(pointer.before.includes('packs/first') && pointer.before.includes('packs/release-0'));
  assert.ok(pointer.chain.length < 45 && pointer.before.length > 1);
  const known = await readChain(bucket, pointer);
  assert.equal(known.entries.get('/a')!.etag, 'a-59');
});

test('a new line at the beginning of a list, or a changed page of a database, changes a few parts alone', () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `{"id":"item-${n}","title":"The title of item ${n}"}\n`);
  const list = (all: string[]) => partsOf('lists/articles.ndjson', Buffer.from(all.join('')));
  const known = new Set(list(lines).map(([name]) => name));
  const after = list(['{"id":"new"}\n', ...lines]);
  assert.ok(known.size > 20);
  assert.ok(after.filter(([name]) => !known.has(name)).length <= 2);
  assert.equal(Buffer.concat(after.map(([, part]) => part)).toString(), ['{"id":"new"}\n', ...lines].join(''));

  const pages = Buffer.alloc(2 ** 20, 'page');
  const before = new Set(partsOf('texts.db', pages).map(([name]) => name));
  pages[500_000] = 0;
  assert.equal(partsOf('texts.db', pages).filter(([name]) => !before.has(name)).length, 1);
});

test('keys of a chain are given up with the chain after the next one, and none that is still needed', async () => {
  const deltas = Array.from({ length: 130 }, (_, n) => delta(`release-${n}`, { '/a': `a-${n % 7}` }));
  const { pointer, unneeded } = await chainOf(bucketInMemory(), deltas);
  assert.ok(unneeded.includes('packs/first') && unneeded.includes('packs/release-0'));
  const needed = [...pointer.before, ...pointer.chain.flatMap(({ key, packs }) => [key, ...packs])];
  assert.deepEqual(unneeded.filter((key) => needed.includes(key)), []); // prettier-ignore
});
