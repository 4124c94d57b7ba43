import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retainLivePrices, needsWallet } from './live-prices.ts';

const file = (more: object) => ({ enabled: true, ...more });

test('new prices do not apply yet, and existing ones stay', () => {
  const cases: [file: object, live: object | undefined, enabled: boolean, prices: object][] = [
    [{ prices: { articles: 5 } }, undefined, false, {}],
    [{ prices: { articles: 5 } }, { enabled: false, prices: { articles: 5 } }, false, {}],
    [{ prices: { articles: 8, 'guest-kit': 9 } }, { prices: { articles: 5 } }, true, { articles: 8 }],
    [{ prices: { 'article:a-1': 8 } }, { prices: { articles: 5 } }, true, { 'article:a-1': 8 }],
    [{ prices: { articles: 8 } }, { prices: { 'article:a-1': 5 } }, true, { 'article:a-1': 8 }],
    [{ prices: { 'guest-kit': 9 } }, { prices: { articles: 5 } }, false, {}],
  ];
  for (const [wanted, live, enabled, prices] of cases) {
    const kept = retainLivePrices(file(wanted), live && { enabled: true, ...live });
    assert.deepEqual([kept.enabled, kept.prices], [enabled, prices], JSON.stringify([wanted, live]));
  }
});

test('a day pass, prices per minute and tips stay live only if they were live before', () => {
  const wanted = file({ prices: { articles: 5 }, dayPassSats: 9, pricePerMinute: 2, tips: { name: 'mara' } });
  const before = file({ prices: { articles: 5 }, tips: { name: 'mara' } });
  assert.deepEqual(
    retainLivePrices(wanted, before),
    file({ prices: { articles: 5 }, dayPassSats: 9, tips: { name: 'mara' } }),
  );
  assert.deepEqual(retainLivePrices(wanted), { enabled: false, prices: {} });
  assert.equal(retainLivePrices(wanted, file({ prices: { transcribe: 3 } })).pricePerMinute, 2);
});

test('prices and tips need a wallet, and nothing else does', () => {
  assert.deepEqual(
    [{ prices: { articles: 5 } }, { pricePerMinute: 1 }, { tips: { name: 'mara' } }].map((one) =>
      needsWallet(file(one)),
    ),
    [true, true, true],
  );
  assert.deepEqual([file({}), { enabled: false, prices: { articles: 5 } }].map(needsWallet), [false, false]);
});
