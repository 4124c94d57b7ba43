// Items of the content index in a release and in memory.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ContentItem } from '#contract/schemas/content.ts';
import { openToRead } from './room-db.ts';
import { itemsInMemory, readItems, type StoredItems } from './stored-items.ts';
import { testItem } from './test-items.ts';
import { addItems, createDist } from './test-release.ts';

const total = 1037;
/** Newest first. */
const all = Array.from({ length: total }, (_, n) =>
  testItem(`item-${total - n}`, {
    title: `“Über” 潮 😀 ${'x'.repeat(n % 7)}`,
    type: n % 3 === 0 ? 'video' : 'article',
  }),
);

function storedItems(t: TestContext, items: ContentItem[]): StoredItems {
  const dist = createDist(t);
  addItems(dist, items);
  const db = openToRead(dist);
  t.after(() => db.close());
  return readItems(db).items;
}

for (const [where, itemsOf] of [
  ['in a release', storedItems],
  ['in memory', (_: TestContext, items: ContentItem[]) => itemsInMemory(items)],
] as const) {
  test(`${where}, every item is where it was in the list, whatever its letters`, (t) => {
    const stored = itemsOf(t, all);
    assert.equal(stored.length, total);
    assert.deepEqual([...stored], all);
    for (const [position, item] of all.entries()) {
      assert.equal(stored.json(position), JSON.stringify(item));
      assert.deepEqual(stored.head(position), { id: item.id, type: item.type });
      assert.equal(stored.positionOf(item.id), position);
    }
  });

  test(`${where}, windows, counts and lookups give what the list gives`, (t) => {
    const stored = itemsOf(t, all);
    for (const [from, to] of [[0, 3], [35, 40], [total - 2, total + 9], [total + 5, total + 9], [7]] as [
      number,
      number?,
    ][])
      assert.deepEqual(stored.slice(from, to), all.slice(from, to));
    assert.deepEqual(
      stored.ids(40),
      all.slice(0, 40).map(({ id }) => id),
    );
    const isVideo = ({ type }: { type: string }) => type === 'video';
    assert.equal(stored.count(isVideo), all.filter(isVideo).length);
    assert.equal(stored.count(isVideo, 50), all.slice(0, 50).filter(isVideo).length);
    assert.deepEqual(stored.where(isVideo, 20), all.filter(isVideo).slice(0, 20));
    assert.deepEqual(stored.byId('item-1'), all.at(-1));
    for (const id of ['item-0', '', '__proto__']) assert.equal(stored.byId(id), undefined, id);
  });

  test(`${where}, what was added, changed or removed since an earlier release is found`, (t) => {
    const stored = itemsOf(t, all);
    const edited = { ...all[600]!, title: 'edited' };
    const after = itemsOf(t, [testItem('new'), ...all.slice(0, 600), edited, ...all.slice(601, -1)]);
    const { added, removed } = after.changedSince(stored);
    assert.deepEqual([added.map((position) => after.head(position).id), removed], [['new', edited.id], ['item-1']]);
    assert.deepEqual(stored.changedSince(stored), { added: [], removed: [] });
  });

  test(`${where}, a room without items has none`, (t) => {
    const none = itemsOf(t, []);
    assert.deepEqual([none.length, [...none], none.slice(0, 5), none.ids()], [0, [], [], []]);
  });
}
