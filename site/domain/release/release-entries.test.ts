import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManifestEntry } from './manifest.ts';
import { differences, noEntries, ReleaseEntries } from './release-entries.ts';

const entry = (etag: string): ManifestEntry => ({
  file: 'x',
  type: 'text/plain',
  etag,
  lastModified: '2026-01-01T00:00:00Z',
  size: 1,
});
const paths = ['/', '/articles', '/articles/tides', '/articles/tides.md', '/日本語', '/__proto__'];
const first = new ReleaseEntries(paths.map((path) => [path, entry(path)]));
const told = (before: ReleaseEntries, after: ReleaseEntries) =>
  differences(before, after)
    .map(({ path, was, is }) => [path, was?.etag ?? '', is?.etag ?? ''])
    .sort();

test('an entry is found by its address, and none by another', () => {
  for (const path of paths) assert.equal(first.get(path)!.etag, path);
  for (const path of ['/none', '', 'constructor']) assert.equal(first.has(path), false);
  assert.equal(first.size, paths.length);
  assert.deepEqual([...first.keys()].sort(), [...paths].sort());
  assert.equal(noEntries.size, 0);
});

test('entries that were read again are the known ones where they say the same', () => {
  const read = paths.slice(1).map((path) => [path, entry(path === '/articles' ? 'new' : path)] as const);
  const again = new ReleaseEntries(read).asKnown(first);
  assert.equal(again.get('/articles/tides'), first.get('/articles/tides'));
  assert.deepEqual(told(first, again), [
    ['/', '/', ''],
    ['/articles', '/articles', 'new'],
  ]);
  assert.deepEqual(told(first, new ReleaseEntries(first).asKnown(first)), []);
});

test('what is new, changed or gone is told, and makes of the one what the other is', () => {
  const next = first.with(
    [
      ['/', entry('2')],
      ['/new', entry('3')],
      ['/articles', entry('/articles')],
    ],
    ['/articles/tides', '/none'],
  );
  assert.deepEqual(told(first, next), [
    ['/', '/', '2'],
    ['/articles/tides', '/articles/tides', ''],
    ['/new', '', '3'],
  ]);
  assert.equal(first.size, paths.length, 'the one before is as it was');
  assert.equal(next.size, paths.length);
  assert.equal(differences(noEntries, next).length, next.size);
  assert.equal(differences(next, noEntries).length, next.size);
});

test('what differs is the same by way of a release between', () => {
  const between = first.with(
    [
      ['/', entry('2')],
      ['/new', entry('3')],
      ['/passing', entry('4')],
    ],
    ['/articles', '/articles/tides'],
  );
  const last = between.with(
    [
      ['/', entry('5')],
      ['/articles', entry('/articles')],
      ['/articles/tides', first.get('/articles/tides')!],
      ['/日本語', entry('6')],
    ],
    ['/passing'],
  );
  differences(first, between);
  differences(between, between);
  const found = differences(first, last, between);
  const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);
  assert.deepEqual([...found].sort(byPath), [...first.differences(last)].sort(byPath));
  assert.deepEqual(found.map(({ path }) => path).sort(), ['/', '/articles', '/new', '/日本語']);
  const unknown = noEntries.with([['/', entry('7')]]);
  assert.deepEqual(
    told(unknown, last),
    differences(unknown, last, between)
      .map(({ path, was, is }) => [path, was?.etag ?? '', is?.etag ?? ''])
      .sort(),
  );
});

test('two of many entries that follow one another share most of them', () => {
  const many = new ReleaseEntries(Array.from({ length: 20_000 }, (_, n) => [`/${n}`, entry(String(n))]));
  const next = many.with([['/7', entry('other')]]);
  assert.equal(next.get('/8'), many.get('/8'));
  let looked = 0;
  for (const [path] of next) if (next.get(path) !== many.get(path)) looked++;
  assert.equal(looked, 1);
  assert.deepEqual(told(many, next), [['/7', '7', 'other']]);
});

test('the files of a search bundle are kept together, since they come and go together', () => {
  const bundle = Array.from(
    { length: 50 },
    (_, n) => [`/_search/0123456789abcdef/fragment/${n}`, entry('new')] as const,
  );
  const next = first.with(bundle);
  assert.equal(next.parts.filter((part, n) => part !== first.parts[n]).length, 1);
  for (const [path] of bundle) assert.equal(next.get(path)!.etag, 'new');
});
