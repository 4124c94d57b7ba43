import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../http/handler.ts';
import { findItems } from './find-items.ts';

const filed: Record<string, { id: string; date: string }[]> = {
  map: [
    { id: 'old-map', date: '2026-01-01' },
    { id: 'sea-map', date: '2026-02-01' },
  ],
  'sea level': [{ id: 'sea-map', date: '2026-02-01' }],
  tides: [{ id: 'tides', date: '2026-03-01' }],
};
const ask: Ask = async (_, { query }) => ({
  type: 'application/json',
  text: JSON.stringify({ items: filed[query!.topic as string] ?? [] }),
});
const find = async (question: string) => (await findItems(ask, question)).map(({ id }) => id);

test('words, plurals and pairs of words are topics; most hits first, then the newest', async () => {
  assert.deepEqual(await find('What about maps and the sea level, or tides?'), ['sea-map', 'tides', 'old-map']);
  assert.deepEqual(await find('Nothing of this'), []);
  assert.deepEqual(await find(''), []);
  assert.deepEqual(await find(`${'x'.repeat(300)} tides`), ['tides']);
});

test('a long question asks no more than a bounded number of topics', async () => {
  let asked = 0;
  const counting: Ask = (...all) => (asked++, ask(...all));
  await findItems(counting, Array.from({ length: 5000 }, (_, i) => `word${i}s`).join(' '));
  assert.ok(asked <= 160, String(asked));
});
