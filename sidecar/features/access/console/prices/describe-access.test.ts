import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTranslatorFor } from '#sidecar/console/messages/messages.ts';
import { describeAccess } from './describe-access.ts';

const t = consoleTranslatorFor('en');

test('prices are said one by one, with what is free', () => {
  const prices = { transcribe: 100, 'article:tide-00000001': 5 };
  assert.deepEqual(
    describeAccess({ enabled: true, freeItems: 3, prices, pricePerMinute: 2, dayPassSats: 50, work: false }, t),
    [
      'A transcription costs 100 sats.',
      'The text of tide-00000001 costs 5 sats.',
      'A transcription costs 2 sats a minute.',
      'The texts of all articles that cost no more cost 50 sats for a day.',
      'A registered agent gets the newest 3 items without paying.',
      'Work in place of payment is switched off.',
      'Everything else is free.',
    ],
  );
});

test('without a price, or switched off, everything is free', () => {
  assert.deepEqual(describeAccess({ enabled: true }, t).length, 1);
  assert.match(describeAccess({ enabled: false, prices: { articles: 5 } }, t).join(), /^Everything is free/);
});
