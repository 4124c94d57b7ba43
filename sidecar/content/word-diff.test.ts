// Comparisons of long texts for reviewers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffPassages, diffWords } from './word-diff.ts';

test('words that changed stand between those that did not', () => {
  assert.deepEqual(diffWords('the tide is out today', 'the sea is in today'), [
    { side: 'same', text: 'the' },
    { side: 'out', text: 'tide' },
    { side: 'in', text: 'sea' },
    { side: 'same', text: 'is' },
    { side: 'out', text: 'out' },
    { side: 'in', text: 'in' },
    { side: 'same', text: 'today' },
  ]);
});

test('paragraphs that did not change are counted, those that did are compared word by word', () => {
  assert.deepEqual(diffPassages('One.\n\nTwo.\n\nThree is old.\n\nFour.', 'One.\n\nTwo.\n\nThree is new.\n\nFour.'), [
    { unchanged: 2 },
    {
      runs: [
        { side: 'same', text: 'Three is' },
        { side: 'out', text: 'old.' },
        { side: 'in', text: 'new.' },
      ],
    },
    { unchanged: 1 },
  ]);
});

test('paragraphs that came or went are shown whole', () => {
  assert.deepEqual(diffPassages('One.\n\nTwo.', 'One.\n\nTwo.\n\nThree.'), [
    { unchanged: 2 },
    { runs: [{ side: 'in', text: 'Three.' }] },
  ]);
  assert.deepEqual(diffPassages('One.\n\nTwo.', 'Two.'), [{ runs: [{ side: 'out', text: 'One.' }] }, { unchanged: 1 }]);
});

test('texts with too many changes are not compared, and nothing of them is left out', () => {
  const text = (word: string) => Array.from({ length: 1000 }, (_, n) => `${word} ${n}`).join('\n\n');
  assert.deepEqual(diffPassages(text('old'), text('new')), [
    {
      runs: [
        { side: 'out', text: text('old') },
        { side: 'in', text: text('new') },
      ],
    },
  ]);
});
