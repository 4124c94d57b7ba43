import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccessFile } from '#contract/schemas/content-files.ts';
import { checker } from '#contract/validation.ts';
import { findUnusablePrices, priceProblems } from './price-problems.ts';
import {
  articlePriceSats,
  freeSlice,
  isPaywalled,
  minutesBought,
  listOffers,
  grantOpens,
  priceSats,
  withoutCutTexts,
} from './access.ts';

const access = {
  enabled: true,
  prices: { articles: 5, 'article:rare-00000001': 100, 'content-index': 50, 'guest-kit': 20 },
  dayPassSats: 40,
};

test('an article has its own price, else the price of articles', () => {
  assert.equal(priceSats(access, 'article:rare-00000001'), 100);
  assert.equal(priceSats(access, 'article:other-00000002'), 5);
  assert.equal(priceSats(access, 'articles'), 40);
  assert.equal(priceSats(access, 'transcribe'), undefined);
  for (const name of ['', 'toString', '__proto__', 'Articles']) assert.equal(priceSats(access, name), undefined, name);
});

test('no price applies to a text that its source cuts', () => {
  const room = withoutCutTexts(access, [{ id: 'rare-00000001', access: 'source' }, { id: 'other-00000002' }]);
  assert.equal(articlePriceSats(room, 'rare-00000001'), undefined);
  assert.equal(priceSats(room, 'article:rare-00000001'), undefined);
  assert.equal(priceSats(room, 'article:other-00000002'), 5);
});

test('a day pass opens the articles with the same or a lower price, and nothing else', () => {
  assert.equal(grantOpens(access, 'articles', 'article:other-00000002'), true);
  assert.equal(grantOpens(access, 'articles', 'article:rare-00000001'), false);
  assert.equal(grantOpens(access, 'articles', 'content-index'), false);
  assert.equal(grantOpens(access, 'article:other-00000002', 'article:rare-00000001'), false);
  assert.equal(grantOpens(access, 'article:other-00000002', 'articles'), false);
});

test('the day pass is offered if it opens the resource', () => {
  const ids = (resource: string) => listOffers(access, resource).map(({ resourceId }) => resourceId);
  assert.deepEqual(ids('article:other-00000002'), ['article:other-00000002', 'articles']);
  assert.deepEqual(ids('article:rare-00000001'), ['article:rare-00000001']);
  assert.deepEqual(ids('guest-kit'), ['guest-kit']);
});

test('nothing is paywalled without prices or while payment is disabled', () => {
  assert.equal(isPaywalled({ ...access, enabled: false }), false);
  assert.equal(isPaywalled({ enabled: true }), false);
  assert.equal(priceSats({ ...access, enabled: false }, 'articles'), undefined);
  assert.deepEqual(freeSlice({ ...access, freeItems: 2 }, [1, 2, 3]), [1, 2]);
  assert.deepEqual(freeSlice({ enabled: true, prices: { articles: 3 }, freeItems: 2 }, [1, 2, 3]), [1, 2, 3]);
});

test('a recording is priced per minute, and the paid amount limits its length', () => {
  const perMinute = { enabled: true, pricePerMinute: 3 };
  assert.equal(isPaywalled(perMinute), true);
  assert.deepEqual([priceSats(perMinute, 'transcribe'), priceSats(perMinute, 'transcribe', 12)], [180, 36]);
  const [offer] = listOffers(perMinute, 'transcribe', 12);
  assert.deepEqual([offer!.amountSats, offer!.maxMinutes], [36, 12]);
  assert.match(offer!.description, /at most 12 minutes at 3 sats/);
  assert.equal(minutesBought(perMinute, { source: 'payment', amountSats: 36 }), 12);
  assert.equal(minutesBought(perMinute, { source: 'work', amountSats: 0 }), 60);
  assert.equal(minutesBought({}, { source: 'payment', amountSats: 36 }), undefined);
  assert.deepEqual(
    priceProblems({ ...perMinute, prices: { transcribe: 5 } }).map(({ field }) => field),
    ['pricePerMinute'],
  );
});

test('a misspelt key of the prices is rejected by name', () => {
  const checked = checker(AccessFile)({ enabled: true, prices: { articels: 21 } });
  assert.ok(!checked.ok && JSON.stringify(checked.problems).includes('articels'), JSON.stringify(checked));
});

test('a price that opens nothing is reported by its key', () => {
  const keys = (file: object) => priceProblems({ enabled: true, ...file }).map(({ field }) => field);
  assert.deepEqual(keys({ prices: { articles: 21 }, dayPassSats: 20 }), ['dayPassSats']);
  assert.deepEqual(keys({ prices: { transcribe: 5 }, dayPassSats: 20 }), ['dayPassSats']);
  assert.deepEqual(keys({ prices: { articles: 21, 'article:tide-00000001': 20 }, dayPassSats: 20 }), []);
  assert.deepEqual(keys({ prices: { articles: 21 } }), []);
  const missing = findUnusablePrices(
    { enabled: true, prices: { articles: 5, 'article:gone-00000001': 7 } },
    new Set(['tide-00000001']),
  );
  assert.deepEqual(
    missing.map(({ field }) => field),
    ['prices.article:gone-00000001'],
  );
  const named = (file: object, articles: string[], transcribes: boolean) =>
    findUnusablePrices({ enabled: true, ...file }, new Set(articles), transcribes).map(({ field }) => field);
  assert.deepEqual(named({ prices: { articles: 5, transcribe: 7, 'guest-kit': 9 } }, [], false), [
    'prices.articles',
    'prices.transcribe',
  ]);
  assert.deepEqual(named({ pricePerMinute: 2 }, [], false), ['pricePerMinute']);
  assert.deepEqual(named({ prices: { articles: 5 }, pricePerMinute: 2 }, ['tide-00000001'], true), []);
});
