import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManifestEntry } from './manifest.ts';
import { asKnownIn, differences, groupEntries, noEntries, withChanges } from './release-entries.ts';

const entry = (etag: string): ManifestEntry => ({
  file: 'x',
  type: 'text/plain',
  etag,
  lastModified: '2026-01-01T00:00:00Z',
  size: 1,
});
const [one, other] = ['tides-0000000a', 'sand-in-wind-1234abcd'];
const paths = [
  '/',
  '/articles',
  `/articles/${one}`,
  `/articles/${one}.md`,
  `/api/article/${one}/markdown`,
  `/articles/${other}`,
];
const first = groupEntries(paths.map((path) => [path, entry(path)] as const));

test('an entry is found by its address, of the room or of an item', () => {
  for (const path of paths) assert.equal(first.get(path)!.etag, path);
  for (const path of ['/none', '/articles/none-0000000b', `/embed/${one}`, '', one])
    assert.equal(first.has(path), false);
  assert.deepEqual([...first.ofItems].map(([id, { size }]) => [id, size]), [[one, 3], [other, 1]]); // prettier-ignore
  assert.equal(first.size, paths.length);
  assert.deepEqual([...first.keys()].sort(), [...paths].sort());
});

test('entries that were read again are the known ones where they say the same', () => {
  const read = paths.map((path) => [path, entry(path === `/articles/${one}` ? 'new' : path)] as const);
  const again = asKnownIn(first, groupEntries(read));
  assert.equal(again.ofRoom, first.ofRoom);
  assert.equal(again.ofItems.get(other), first.ofItems.get(other));
  assert.equal(again.get(`/articles/${one}.md`), first.get(`/articles/${one}.md`));
  assert.deepEqual(differences(first, again).map(({ path, was, is }) => [path, was?.etag, is?.etag]), [[`/articles/${one}`, `/articles/${one}`, 'new']]); // prettier-ignore
});

test('what is new, changed or gone is told, and makes of the one what the other is', () => {
  const added = 'new-item-00000001';
  const changed = [['/', entry('2')] as const, [`/articles/${added}`, entry('3')] as const];
  const gone = [`/articles/${other}`, `/articles/${one}.md`];
  const next = withChanges(first, changed, gone);
  const told = differences(first, next).map(({ path, was, is }) => [path, was?.etag ?? '', is?.etag ?? '']);
  const expected = [['/', '/', '2'], [`/articles/${added}`, '', '3'], ...gone.map((path) => [path, path, ''])];
  assert.deepEqual(told.sort(), expected.sort());
  assert.equal(next.ofItems.has(other), false, 'an item without files is none');
  assert.equal(first.size, paths.length, 'the one before is as it was');
  assert.equal(differences(noEntries, next).length, next.size);
  assert.equal(differences(next, noEntries).length, next.size);
});
