import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeFalseStops } from './transcribe-recording.ts';

const repaired = (first: string, second: string, pause = 0.1, language = 'en-GB'): string =>
  removeFalseStops(
    [
      { start: 0, end: 4, text: first },
      { start: 4 + pause, end: 9, text: second },
    ],
    language,
  )
    .map(({ text }) => text)
    .join(' ');

test('a full stop that ends a chunk but no sentence is removed', () => {
  assert.equal(repaired('He stood at the.', 'Harbour wall.'), 'He stood at the Harbour wall.');
  assert.equal(repaired('It was late, and.', 'They went home.'), 'It was late, and they went home.');
  assert.equal(repaired('It was late, but.', "I'm here."), "It was late, but I'm here.");
});

test('a full stop that may end a sentence stays', () => {
  for (const [first, second, pause, language] of [
    ['That is what I looked for.', 'They went home.'],
    ['We took plan A.', 'They took plan B.'],
    ['He said the.', 'They went home.', 5],
    ['Sie geht an.', 'Die Lampe auch.', 0.1, 'de'],
  ] as [string, string, number?, string?][])
    assert.equal(repaired(first, second, pause, language), `${first} ${second}`);
});
