// Summaries of edits for reviewers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { summarizeEdit, formatWordDiff } from './edit-summary.ts';

const item: StoredItem = {
  id: 'tide-01234567',
  type: 'article',
  title: 'Tide',
  date: '2025-01-02T00:00:00.000Z',
  keywords: ['sea'],
  themeIds: [],
};

test('changed words are marked where they stand', () => {
  assert.equal(formatWordDiff('the tide is out', 'the tide is in'), '… tide is [-out-] {+in+}');
  assert.equal(formatWordDiff('a b c d e f', 'a b c x d e f'), '… b c {+x+} d e …');
  assert.equal(formatWordDiff('', 'new'), '{+new+}');
  assert.equal(formatWordDiff('gone', ''), '[-gone-]');
});

test('two changes far apart show the words between them shortened', () => {
  assert.equal(formatWordDiff('1 a b c d e f g h 2', '3 a b c d e f g h 4'), '[-1-] {+3+} a b c … f g h [-2-] {+4+}');
});

test('a difference in spaces alone is called that', () => {
  assert.equal(formatWordDiff('a  b', 'a b\n'), 'only spacing');
});

test('a rewritten long text is counted, not shown', () => {
  const long = (word: string) => Array.from({ length: 1000 }, (_, n) => word + n).join(' ');
  assert.equal(formatWordDiff(long('a'), long('b')), '1000 words became 1000, from “b0 b1 b2 b3 b4 b5 …”');
});

test('each changed field has a line, the body comes last, what programs write is left out', () => {
  const before = { item, body: 'old' };
  const after = { item: { ...item, approvedAt: 'x', keywords: ['sea', 'moon'], title: 'Tides' }, body: 'new' };
  assert.deepEqual(summarizeEdit(before, after).sort(), [
    'body: [-old-] {+new+}',
    'keywords: [-sea-] {+sea, moon+}',
    'title: [-Tide-] {+Tides+}',
  ]);
  assert.equal(summarizeEdit(before, after).at(-1), 'body: [-old-] {+new+}');
});
