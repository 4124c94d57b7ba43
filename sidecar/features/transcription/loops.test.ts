import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRepetitionLoop, removeRepeats } from './loops.ts';

const loops: [string, number][] = [
  [`In ${'America, '.repeat(10)}`, 12],
  ['and mr john '.repeat(6), 10],
  ['what your country can do for you '.repeat(4), 14],
  [Array.from({ length: 60 }, (_, at) => `word${at}`).join(' '), 5],
];
const said: [string, number][] = [
  ['No, no, no, no! I will not go there.', 4],
  ['Very, very well. It was a very, very long day.', 4],
  ['Row, row, row your boat, gently down the stream. Merrily, merrily, merrily, merrily, life is but a dream.', 9],
  ['The tide was high, and then the tide was low, and then we went home along the beach before the rain.', 7],
];
for (const [text, seconds] of loops)
  test(`an invented repetition is detected: ${text.slice(0, 30)}`, () => assert.ok(isRepetitionLoop(text, seconds)));
for (const [text, seconds] of said)
  test(`a natural repetition is accepted: ${text.slice(0, 30)}`, () => assert.ok(!isRepetitionLoop(text, seconds)));

test('repetitions in a row are removed', () => {
  assert.deepEqual(removeRepeats('a b c b c b c d d e'.split(' ')), ['a', 'b', 'c', 'd', 'e']);
});
