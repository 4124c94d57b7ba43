import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Release } from '../release/release.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { onBothStores } from '../storage/test-stores.ts';
import { createCallCounter } from './calls.ts';
import { findAgentsIn30Days, countCallsByDay, countCallsIn30Days, findTopItems } from './call-figures.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const day = 86_400_000;
const idOf = (n: number) => `item-${n.toString(16).padStart(8, '0')}`;
const release = (...paths: string[]) => ({
  pages: new Map(paths.map((path) => [path, {} as ReleasePage])) as Release['pages'],
});

onBothStores('figures', (open) => {
  const fresh = async (live = release()) => {
    const { db } = open();
    for (const table of ['calls', 'itemCalls'] as const) await db.deleteFrom(table).execute();
    const clock = { now };
    return {
      db,
      clock,
      counter: createCallCounter(
        db,
        () => clock.now,
        () => live,
      ),
    };
  };

  test('calls that could not be written are written the next time', async () => {
    const { db, counter } = await fresh();
    counter.count('/api/agent', 'agent');
    await db.schema.alterTable('calls').renameTo('away').execute();
    await assert.rejects(counter.flush());
    counter.count('/api/agent', undefined);
    await db.schema.alterTable('away').renameTo('calls').execute();
    await counter.flush();
    assert.deepEqual(await countCallsIn30Days(db, now), { total: 2, agent: 1 });
  });

  test('known agents are counted by name, so many names a day at most, beside all calls', async () => {
    const { db, counter } = await fresh();
    for (const name of ['b.example', 'a.example', 'b.example']) counter.countAgent(name);
    await counter.flush();
    counter.countAgent('b.example');
    await counter.flush();
    assert.deepEqual(await findAgentsIn30Days(db, now, 5), [
      { name: 'b.example', requests: 3 },
      { name: 'a.example', requests: 1 },
    ]);
    assert.deepEqual(await findAgentsIn30Days(db, now + 40 * day, 5), []);
    assert.deepEqual(await countCallsIn30Days(db, now), { total: 0, agent: 0 });
    for (let n = 0; n < 500; n++) counter.countAgent(`made-up-${n}.example`);
    await counter.flush();
    assert.ok((await findAgentsIn30Days(db, now, 1000)).length <= 202);
  });

  test('calls are added up by day and origin, and only those of the API', async () => {
    const { db, clock, counter } = await fresh();
    for (let i = 0; i < 2; i++) {
      counter.count('/api/agent?sandbox=1', 'agent');
      counter.count('/api/agent', undefined);
      counter.count('/articles', undefined);
      counter.countRefused();
      await counter.flush();
      clock.now += day;
    }
    assert.deepEqual(await countCallsIn30Days(db, now + day), { total: 4, agent: 2 });
    assert.deepEqual(await countCallsIn30Days(db, now + 40 * day), { total: 0, agent: 0 });
    const days = await countCallsByDay(db, now + day);
    assert.equal(days.length, 30);
    assert.deepEqual(days.slice(-3), [
      { day: '2026-04-30', agent: 0, other: 0, refused: 0 },
      { day: '2026-05-01', agent: 1, other: 1, refused: 1 },
      { day: '2026-05-02', agent: 1, other: 1, refused: 1 },
    ]);
  });

  test('an item is counted at each of its addresses, with the most wanted first', async () => {
    const addresses = ['/articles/ID', '/api/agent/articles/ID', '/api/article/ID/markdown', '/articles/ID.md'];
    const paths = addresses.map((address) => address.replace('ID', idOf(1)));
    const other = `/videos/${idOf(2)}`;
    const { db, counter } = await fresh(release(...paths, other, '/articles', '/articles/page/2'));
    for (const path of paths) counter.count(path, 'agent');
    counter.count(`${paths[0]}?from=mail`, undefined);
    for (const path of [other, '/articles', '/articles/page/2']) counter.count(path, undefined);
    counter.countItem(idOf(1), 'agent');
    await counter.flush();
    counter.count(other, 'agent');
    await counter.flush();
    assert.deepEqual(await findTopItems(db, now, 10), [
      { itemId: idOf(1), total: 6, agent: 5 },
      { itemId: idOf(2), total: 2, agent: 1 },
    ]);
    assert.deepEqual((await findTopItems(db, now, 1)).length, 1);
  });

  test('made-up addresses of items leave nothing in the store', async () => {
    const { db, counter } = await fresh(release(`/articles/${idOf(1)}`));
    for (let n = 2; n < 100; n++) counter.count(`/articles/${idOf(n)}`, undefined);
    counter.count(`/articles/../articles/${idOf(1)}`, undefined);
    await counter.flush();
    assert.deepEqual(await findTopItems(db, now, 10), []);
  });

  test('the most requested items of a past day are stored for 30 days', async () => {
    const paths = Array.from({ length: 1200 }, (_, n) => `/articles/${idOf(n)}`);
    const { db, clock, counter } = await fresh(release(...paths));
    for (const path of paths) counter.count(path, undefined);
    counter.count(paths[1199]!, undefined);
    await counter.flush();
    clock.now += day;
    await counter.flush();
    const kept = await findTopItems(db, clock.now, 2000);
    assert.equal(kept.length, 1000);
    assert.deepEqual(kept[0], { itemId: idOf(1199), total: 2, agent: 0 });
    clock.now += 30 * day;
    await counter.flush();
    assert.deepEqual(await db.selectFrom('itemCalls').selectAll().execute(), []);
  });
});
