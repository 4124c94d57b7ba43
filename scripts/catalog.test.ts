import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatItemFile } from '#domain/item-file.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { readItem } from './catalog.ts';

const { creator, items } = sandboxRoom({ baseUrl: 'https://room.example.org' });
const { hash: _, wordCount: __, ...stored } = items[0]!;
const read = (changes: object) =>
  readItem(formatItemFile({ item: { ...stored, ...changes }, body: 'Two words' }), creator);

test('instants written with an offset become UTC, and keywords lower case and single', () => {
  const item = read({ date: '2026-03-01T23:30:00-02:00', keywords: ['Sea', 'sea', 'Map'] });
  assert.equal(item.date, '2026-03-02T01:30:00Z');
  assert.deepEqual(item.keywords, ['sea', 'map']);
  assert.equal(item.wordCount, 2);
});

test('a file that does not have the shape says which field is wrong', () => {
  assert.throws(() => read({ type: 'song' }), /type/);
  assert.throws(() => read({ canonicalUrl: 'javascript:alert(1)' }), /canonicalUrl/);
});
