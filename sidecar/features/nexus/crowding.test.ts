// Tests of members with very many items or words, which must not hide the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemberItem } from './tables.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { updateItems } from './items.ts';
import { emptyNexus, reportRoom, type TestNexus } from './test-web.ts';

const ann = 'https://ann.example';
const mallory = 'https://mallory.example';
const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

const crowdItem = (n: number): MemberItem => ({
  ...{ itemId: `x${n}`, type: 'article', title: 'Tides', summary: '', topics: [] },
  ...{ url: `${mallory}/articles/x${n}`, date: '2026-04-30' },
});

/** Writes many items, as after many pages of changes. */
async function crowd({ deps: { store } }: TestNexus, tenantId: string, howMany: number): Promise<void> {
  const { db, kind } = store;
  const changedItems = numbers(howMany).map(crowdItem);
  await db.transaction().execute((tx) => updateItems(tx, kind, tenantId, { changedItems, removedIds: [] }));
}

onBothStores('crowding', (open) => {
  const namesOf = async ({ nexus }: TestNexus, q: string) =>
    (await nexus.search({ q })).creators.map(({ agentBaseUrl }) => agentBaseUrl);

  test('crowding: a member with thousands of items about a word does not hide members with older items', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { items: [{ id: 'a', title: 'Tides of the harbour', keywords: ['pilots'] }] });
    await crowd(nexus, await reportRoom(nexus, mallory), 3000);
    assert.deepEqual((await namesOf(nexus, 'tides')).toSorted(), [ann, mallory]);
    assert.deepEqual((await nexus.nexus.search({ q: 'tides', topic: 'pilots' })).total, 1);
    const { items } = (await nexus.nexus.search({ q: 'tides' })).creators.find((one) => one.agentBaseUrl === mallory)!;
    assert.equal(items.length, 3);
  });

  test('crowding: the digest has room for all members and is always full', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { items: [{ id: 'a', title: 'Yesterday', date: '2026-04-29' }] });
    await crowd(nexus, await reportRoom(nexus, mallory), 100);
    const items = await nexus.nexus.newest({ limit: 50 });
    assert.deepEqual([items.length, items.at(-1)!.title], [50, 'Yesterday']);
  });

  test('a member with the maximum number of items gets no new ones, but existing ones are updated', async () => {
    const nexus = await emptyNexus(open());
    const tenantId = await reportRoom(nexus, mallory);
    const { db, kind } = nexus.deps.store;
    const change = (titles: Record<string, string>) => {
      const changedItems = Object.entries(titles).map(([itemId, title]) => ({ ...crowdItem(0), itemId, title }));
      return db.transaction().execute((tx) => updateItems(tx, kind, tenantId, { changedItems, removedIds: [] }, 2));
    };
    assert.equal(await change({ a: 'Tides', b: 'Rivers' }), 2);
    assert.equal(await change({ c: 'Harbours', b: 'Pilots' }), 2);
    for (const [q, total] of [
      ['tides', 1],
      ['pilots', 1],
      ['rivers', 0],
      ['harbours', 0],
    ] as const)
      assert.equal((await nexus.nexus.search({ q })).total, total, q);
  });

  test('keyword stuffing: neither repeating one word nor listing every word makes an item the best match', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { items: [{ id: 'a', title: 'Tides', summary: 'Tides.' }] });
    const again = { id: 'b', title: 'tides '.repeat(50), summary: 'tides '.repeat(60), keywords: ['tides'] };
    const many = { id: 'c', title: `tides ${numbers(70).join(' ')}`, summary: numbers(90).join(' ') };
    await reportRoom(nexus, 'https://again.example', { items: [again] });
    await reportRoom(nexus, 'https://many.example', { items: [many] });
    const { creators } = await nexus.nexus.search({ q: 'tides' });
    const scoreOf = (origin: string) => creators.find(({ agentBaseUrl }) => agentBaseUrl === origin)!.score;
    assert.equal(scoreOf('https://again.example'), scoreOf(ann));
    assert.ok(scoreOf('https://many.example') < 0.8 * scoreOf(ann));
  });

  test('the last word also matches as a prefix, with few or many completions', async () => {
    const nexus = await emptyNexus(open());
    const found = async () => (await nexus.nexus.search({ q: 'tides bea', limit: 50 })).creators.length;
    await reportRoom(nexus, ann, { items: [{ id: 'a', title: 'Tides', summary: 'Beans and beads.' }] });
    assert.equal(await found(), 1);
    for (let n = 0; n < 30; n++) {
      const items = [{ id: 'b', title: `Tides bea${n}`, summary: 'Other.' }];
      await reportRoom(nexus, `https://bea${n}.example`, { items });
    }
    assert.equal(await found(), 31);
  });
});
