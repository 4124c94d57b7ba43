import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../ids.ts';
import { chunkByContent } from './chunk-by-content.ts';

const usual = 10;
const one = (n: number) => ({ id: `item-${n}-${sha256(String(n)).slice(0, 8)}` });
/** Newest first. */
const upTo = (count: number) => Array.from({ length: count }, (_, n) => one(count - n));
const namesOf = (list: { id: string }[]) =>
  chunkByContent(list, usual).map((piece) => piece.map(({ id }) => id).join());

test('the chunks contain everything in order, from half to twice the usual number of items', () => {
  const list = upTo(500);
  const pieces = chunkByContent(list, usual);
  assert.deepEqual(pieces.toReversed().flat(), list);
  for (const { length } of pieces.slice(0, -1)) assert.ok(length >= usual / 2 && length <= usual * 2, String(length));
  assert.ok(pieces.length > 500 / usual / 2);
});

test('adding or removing an item changes few chunks, at any position', () => {
  const list = upTo(500);
  const before = new Set(namesOf(list));
  const countChanged = (at: number) => namesOf(list.toSpliced(at, 1)).filter((name) => !before.has(name)).length;
  const changed = Array.from({ length: 500 }, (_, at) => countChanged(at));
  assert.ok(changed.reduce((sum, count) => sum + count) / 500 < 2);
});

test('new items do not change complete chunks', () => {
  const before = chunkByContent(upTo(300), usual).slice(0, -1);
  assert.deepEqual(chunkByContent(upTo(340), usual).slice(0, before.length), before);
});

test('ids without a hash are cut as well', () => {
  const list = Array.from({ length: 100 }, (_, n) => ({ id: `talk ${n}` }));
  assert.deepEqual(
    chunkByContent(list, usual).map(({ length }) => length),
    [20, 20, 20, 20, 20],
  );
  assert.deepEqual(chunkByContent([], usual), []);
});

test('a very long list is cut', () => {
  const list = Array.from({ length: 300_000 }, (_, n) => ({ id: `talk ${n}` }));
  assert.equal(chunkByContent(list, 2000).length, 75);
});
