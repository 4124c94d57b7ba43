import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRecognition } from './recognition.ts';
import { assignSpeakers } from './speaker-turns.ts';

test('each word belongs to the speaker at its time, and short turns are ignored', () => {
  const words = 'Welcome back. Thank you. Good to be here with you today again'.split(' ');
  const segment = {
    start: 0,
    end: 13,
    text: words.join(' '),
    confidence: 0.9,
    wordStarts: words.map((_, at) => (at < 9 ? at : at - 0.3)),
  };
  const turns = [
    { start: 0, end: 1.9, speaker: 4 },
    { start: 2, end: 8, speaker: 1 },
    { start: 8.2, end: 8.8, speaker: 4 },
    { start: 9, end: 13, speaker: 1 },
  ];
  const said = assignSpeakers(
    [segment, { start: 14, end: 15, text: 'Yes.' }],
    [...turns, { start: 14, end: 15, speaker: 4 }],
  );
  assert.deepEqual(
    said.map(({ speaker, start, end, text }) => [speaker, start, end, text]),
    [
      ['Speaker 1', 0, 2, 'Welcome back.'],
      ['Speaker 2', 2, 13, 'Thank you. Good to be here with you today again'],
      ['Speaker 1', 14, 15, 'Yes.'],
    ],
  );
  assert.deepEqual(said[1]!.wordStarts!.length, 10);
  assert.deepEqual(assignSpeakers([segment], []), [segment]);
});

test('times of tokens become times of words if the tokens spell the text', () => {
  const tokens = ['▁The', '▁ti', 'de', '▁tur', 'ns', '.'];
  const timestamps = [0.1, 0.4, 0.5, 0.9, 1, 1.2];
  assert.deepEqual(toRecognition({ text: ' The tide turns.', lang: '<|en|>', tokens, timestamps }), {
    text: 'The tide turns.',
    wordStarts: [0.1, 0.4, 0.9],
    language: 'en',
  });
  assert.deepEqual(toRecognition({ text: 'Another text', tokens, timestamps }), { text: 'Another text' });
  assert.deepEqual(toRecognition({ text: '', tokens: [], timestamps: [] }), { text: '' });
});
