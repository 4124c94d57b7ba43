import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareItems, formatCursor, itemHash, parseCursor } from './difference.ts';

test('items are created, updated or retracted; a restored item counts as created', () => {
  const recorded = new Map([
    ['same', '1'],
    ['other', '1'],
    ['gone', '1'],
    ['back', null],
    ['long gone', null],
  ]);
  const live = [
    { id: 'same', hash: '1' },
    { id: 'back', hash: '1' },
    { id: 'other', hash: '2' },
    { id: 'new', hash: '1' },
  ];
  assert.deepEqual(compareItems(recorded, live), { created: ['back', 'new'], updated: ['other'], retracted: ['gone'] });
});

test('the hash of an item changes with its fields and texts', () => {
  const hash = itemHash({ title: 'A' }, 'key');
  assert.equal(itemHash({ title: 'A' }, 'key'), hash);
  assert.notEqual(itemHash({ title: 'B' }, 'key'), hash);
  assert.notEqual(itemHash({ title: 'A' }, 'key priced'), hash);
  assert.equal(
    itemHash({ title: 'A', publishedAt: '2026-01-02T03:04:05Z' }, 'key'),
    hash,
    'publishedAt is not part of the hash',
  );
});

test('a cursor is parsed back, and any other text is refused', () => {
  const cursor = { epoch: 'a-b_C', number: 123_456 };
  assert.deepEqual(parseCursor(formatCursor(cursor)), cursor);
  for (const text of ['', '.', 'a', 'a.', '.1', 'a.-1', 'a.1.1', 'a.A', 'a b.1', `a.${'z'.repeat(11)}`, '\u0000.1'])
    assert.equal(parseCursor(text), undefined, text);
});
