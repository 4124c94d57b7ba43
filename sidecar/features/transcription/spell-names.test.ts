import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellNames } from './spell-names.ts';

const names = ['John Dashwood', 'Zoë Marsh', 'Kathryn Holt', 'Greenroom', 'The Morning'];
const spelled = (text: string) => {
  const { segments, warnings } = spellNames([{ start: 0, end: 1, text }], names, 'en');
  return [segments[0]!.text, warnings.join()];
};

test('names that sound the same get the spelling of the creator, and a warning lists the changes', () => {
  for (const [transcript, right] of [
    ['I met Jon Dashwood, and Jon Dashwood’s aunt.', 'I met John Dashwood, and John Dashwood’s aunt.'],
    ['With Zoe Marsh here.', 'With Zoë Marsh here.'],
    ['Thanks, Kathryn Hold. Bye.', 'Thanks, Kathryn Holt. Bye.'],
    ['He calls it Greenrum or Grienroom.', 'He calls it Greenroom or Greenroom.'],
  ] as const) {
    const [text, warning] = spelled(transcript);
    assert.equal(text, right);
    assert.match(warning!, /^Names were corrected to the creator’s spelling: “/);
  }
  assert.match(spelled('Jon Dashwood. Jon Dashwood.')[1]!, /“Jon Dashwood” → “John Dashwood” \(2 times\)\.$/);
});

test('names of other people and common words are unchanged', () => {
  for (const text of [
    'Joan Dashwood met Johanna Dashwood.',
    'The Dashwoods, and John Dashwoods all over.',
    'In March we walked in the marsh.',
    'Kathryn, hold on. Kathryn hold on.',
    'Jon. Dashwood came.',
    'Early in the morning we met; the Morning was published.',
    'Grienroom is what begins this sentence.',
    'John Dashwood and Kathryn Holt.',
  ])
    assert.deepEqual(spelled(text), [text, '']);
});
