import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../ids.ts';
import { cutByContent } from './cut-by-content.ts';
import { joined } from './parts.ts';

const usual = 10;
const one = (n: number) => ({ id: `item-${n}-${sha256(String(n)).slice(0, 8)}` });
/** Newest first. */
const upTo = (count: number) => Array.from({ length: count }, (_, n) => one(count - n));
const namesOf = (list: { id: string }[]) => cutByContent(list, usual).map((piece) => piece.map(({ id }) => id).join());

test('the pieces hold everything in order, from half to twice the usual number', () => {
  const list = upTo(500);
  const pieces = cutByContent(list, usual);
  assert.deepEqual(pieces.toReversed().flat(), list);
  for (const { length } of pieces.slice(0, -1)) assert.ok(length >= usual / 2 && length <= usual * 2, String(length));
  assert.ok(pieces.length > 500 / usual / 2);
});

test('an item that comes or goes changes few pieces, wherever it stands', () => {
  const list = upTo(500);
  const before = new Set(namesOf(list));
  const changed = Array.from({ length: 500 }, (_, at) => namesOf(list.toSpliced(at, 1)).filter((name) => !before.has(name)).length); // prettier-ignore
  assert.ok(changed.reduce((sum, count) => sum + count) / 500 < 2);
});

test('new items leave the whole pieces alone', () => {
  const before = cutByContent(upTo(300), usual).slice(0, -1);
  assert.deepEqual(cutByContent(upTo(340), usual).slice(0, before.length), before);
});

test('a list of parts is cut as if it were one, and pieces of parts that stay are the same objects', () => {
  const parts = Array.from({ length: 20 }, (_, n) => upTo(500).slice(25 * n, 25 * n + 25));
  const before = cutByContent(joined(parts), usual);
  assert.deepEqual(before, cutByContent(upTo(500), usual));
  for (const at of parts.keys()) {
    const changed = parts.with(at, parts[at]!.toSpliced(7, 1, one(1000 + at)));
    const cut = cutByContent(joined(changed), usual);
    assert.deepEqual(cut, cutByContent(changed.flat(), usual));
    const older = cut.filter((piece) =>
      changed
        .slice(at + 1)
        .flat()
        .includes(piece[0]!),
    );
    assert.ok(older.length >= 2 * (18 - at));
    for (const piece of older.slice(0, -1)) assert.ok(before.includes(piece));
    cutByContent(joined(parts), usual);
  }
});

test('ids without a hash are cut as well', () => {
  const list = Array.from({ length: 100 }, (_, n) => ({ id: `talk ${n}` }));
  assert.deepEqual(
    cutByContent(list, usual).map(({ length }) => length),
    [20, 20, 20, 20, 20],
  );
  assert.deepEqual(cutByContent([], usual), []);
});

test('a part may be as long as it likes', () => {
  const part = Array.from({ length: 300_000 }, (_, n) => ({ id: `talk ${n}` }));
  assert.equal(cutByContent(part, 2000).length, 75);
});
