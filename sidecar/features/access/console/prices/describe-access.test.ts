import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTranslatorFor } from '#sidecar/console/messages/messages.ts';
import { describeAccess } from './describe-access.ts';

const t = consoleTranslatorFor('en');

test('each price and the free part are described', () => {
  const prices = { transcribe: 100, 'article:tide-00000001': 5 };
  assert.deepEqual(
    describeAccess({ enabled: true, freeItems: 3, prices, pricePerMinute: 2, dayPassSats: 50, work: false }, t),
    [
      'A transcription costs 100 sats.',
      'The text of tide-00000001 costs 5 sats.',
      'A transcription costs 2 sats a minute.',
      'A day pass for all articles up to this price costs 50 sats.',
      'Registered agents get the newest 3 items for free.',
      'Work instead of payment is turned off.',
      'Everything else is free.',
    ],
  );
});

test('everything is free without prices or while prices are turned off', () => {
  assert.deepEqual(describeAccess({ enabled: true }, t).length, 1);
  assert.match(describeAccess({ enabled: false, prices: { articles: 5 } }, t).join(), /^Everything is free/);
});
