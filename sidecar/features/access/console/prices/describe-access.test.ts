import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTranslatorFor } from '#sidecar/console/messages/messages.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { Release } from '#sidecar/release/release.ts';
import { describeAccess } from './describe-access.ts';

const t = consoleTranslatorFor('en');
const describe = (access: AccessFile) => {
  const tide = { id: 'tide-00000001', title: 'Tide' };
  const items = { byId: (id: string) => (id === tide.id ? tide : undefined) };
  return describeAccess({ facts: { access }, index: { items } } as unknown as Release, t);
};

test('each price and the free part are described', () => {
  const prices = { transcribe: 100, 'article:tide-00000001': 5 };
  assert.deepEqual(describe({ enabled: true, freeItems: 3, prices, pricePerMinute: 2, dayPassSats: 50, work: false }), [
    'A transcription costs 100 sats.',
    'The text of “Tide” costs 5 sats.',
    'A transcription costs 2 sats a minute.',
    'A day pass for 50 sats opens every article that costs 50 sats or less.',
    'Registered agents get the newest 3 items for free.',
    'Work instead of payment is turned off.',
    'Everything else is free.',
  ]);
});

test('everything is free without prices or while prices are turned off', () => {
  assert.deepEqual(describe({ enabled: true }).length, 1);
  assert.match(describe({ enabled: false, prices: { articles: 5 } }).join(), /^Everything is free/);
});
