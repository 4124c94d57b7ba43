import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessInWords } from './access-words.ts';

test('prices are said one by one, with what is free', () => {
  const prices = { transcribe: 100, 'article:tide-00000001': 5 };
  assert.deepEqual(accessInWords({ enabled: true, freeItems: 3, prices }), [
    'A transcription costs 100 sats.',
    'The text of tide-00000001 costs 5 sats.',
    'A registered agent gets the newest 3 items without paying.',
    'Everything else is free.',
  ]);
});

test('without a price, or switched off, everything is free', () => {
  assert.deepEqual(accessInWords({ enabled: true }).length, 1);
  assert.match(accessInWords({ enabled: false, prices: { articles: 5 } }).join(), /^Everything is free/);
});
