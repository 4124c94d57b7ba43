import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Release } from '../../release/release.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { announceRelease } from './announce.ts';
import { runEvents } from './run.ts';
import { emptyEventTables, startTime } from './test-events.ts';
import { itemsInMemory, testItem } from '../../release/test-items.ts';

const open = sqliteStore();

const release = (...ids: string[]) =>
  ({
    id: `release of ${ids.join(', ')}`,
    facts: { baseUrl: 'https://room.example' },
    index: { items: itemsInMemory(ids.map((id) => testItem(id, { type: 'video' }))) },
    lists: { articles: [] },
  }) as unknown as Release;

test('a fleet announces a release after every machine serves it', async (t) => {
  const store = open();
  await emptyEventTables(store);
  await announceRelease(store.db, release(), startTime);
  let isShown = false;
  const problems: string[] = [];
  const { stop } = runEvents({
    ...{ store, now: () => startTime, random: () => 0, live: () => release('new') },
    post: async () => ({ status: 200 }) as never,
    onProblem: ({ message }) => problems.push(message),
    isEverywhere: async () => isShown,
  });
  t.after(stop);
  const announced = async () => (await store.db.selectFrom('events').select('type').execute()).map(({ type }) => type);
  await sleep(300);
  assert.ok(!(await announced()).includes('content.published'));
  isShown = true;
  while (!(await announced()).includes('content.published')) await sleep(50);
  assert.deepEqual(problems, []);
});
