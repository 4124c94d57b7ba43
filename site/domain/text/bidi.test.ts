// The visual order of words in a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRightToLeft, visualOrder } from './bidi.ts';

test('an Arabic line begins at the right, and its Latin words keep their order', () => {
  assert.deepEqual(visualOrder('one two'), ['one', ' ', 'two']);
  assert.deepEqual(visualOrder('ظلّ الشارع'), ['الشارع', ' ', 'ظلّ']);
  assert.deepEqual(visualOrder('ظلّ open bench'), ['open', ' ', 'bench', ' ', 'ظلّ']);
});

test('the first letter decides the direction, not a sign before it', () => {
  assert.deepEqual(['“ظلّ”', '2026 ظلّ', 'Open ظلّ', '…'].map(isRightToLeft), [true, true, false, false]);
});
