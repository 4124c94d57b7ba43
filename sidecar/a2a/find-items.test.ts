import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import type { Ask } from '../server/handler.ts';
import { findItems } from './find-items.ts';

const filed: Record<string, { id: string; date: string }[]> = {
  map: [
    { id: 'old-map', date: '2026-01-01' },
    { id: 'sea-map', date: '2026-02-01' },
  ],
  'sea level': [{ id: 'sea-map', date: '2026-02-01' }],
  tides: [{ id: 'tides', date: '2026-03-01' }],
};
const said = [
  { id: 'tides', date: '2026-03-01', snippets: [] },
  { id: 'ledger', date: '2025-01-01', snippets: [{ text: 'A ledger of tides.' }] },
];
const ask: Ask = async (name, { query }) => ({
  type: 'application/json',
  text: JSON.stringify({
    items: name === 'search' ? search(query!.q as string) : (filed[query!.topic as string] ?? []),
  }),
});
function search(q: string) {
  if (q === 'of the') throw new ApiError('bad_request', 'q has only words that stand everywhere.', { field: 'q' });
  return /ledger|tides/.test(q) ? said : [];
}
const find = async (question: string) => (await findItems(ask, question)).map(({ id }) => id);

test('words, plurals and pairs of words are topics; most hits first, then the newest', async () => {
  assert.deepEqual(await find('What about maps and the sea level?'), ['sea-map', 'old-map']);
  assert.deepEqual(await find('Nothing of this'), []);
  assert.deepEqual(await find(''), []);
});

test('what is filed comes before what is found in texts, and nothing comes twice', async () => {
  assert.deepEqual(await find('What about the map, or tides?'), ['tides', 'sea-map', 'old-map', 'ledger']);
  assert.deepEqual(await find('A ledger'), ['tides', 'ledger']);
  assert.deepEqual(await find(`${'x'.repeat(300)} tides`), ['tides', 'ledger']);
  assert.deepEqual(await find('Of the'), []);
});

test('a long question asks no more than a bounded number of topics', async () => {
  let asked = 0;
  const counting: Ask = (...all) => (asked++, ask(...all));
  await findItems(counting, Array.from({ length: 5000 }, (_, i) => `word${i}s`).join(' '));
  assert.ok(asked <= 161, String(asked));
});
