// Items of the content index that lie in shards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shardSize } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { contentIndexShard, shardCount, shardIndex } from '#domain/documents/content-index.ts';
import { type Shard, shardOf, StoredItems } from './stored-items.ts';
import { testItem } from './test-items.ts';

const total = 2 * shardSize + 37;
/** Newest first. */
const all = Array.from({ length: total }, (_, n) =>
  testItem(`item-${total - n}`, {
    title: `“Über” 潮 😀 ${'x'.repeat(n % 7)}`,
    type: n % 3 === 0 ? 'video' : 'article',
  }),
);

function shardFor(items: ContentItem[], n: number): Shard {
  const shard = contentIndexShard(items, n);
  return shardOf(Buffer.from(JSON.stringify(shard)), shardIndex(shard.items), []);
}

/** Newest first; the shards of `known` that hold the same are taken from there. */
function shardsOf(items: ContentItem[], known: Shard[] = []): Shard[] {
  const shards = Array.from({ length: shardCount(items.length) }, (_, i) => shardFor(items, i + 1)).reverse();
  return shards.map((shard) => known.find(({ json }) => json.equals(shard.json)) ?? shard);
}

const shards = shardsOf(all);
const stored = new StoredItems(shards);

test('every item is where it was in the list, whatever its letters', () => {
  assert.equal(stored.length, total);
  assert.deepEqual([...stored], all);
  for (const [position, item] of all.entries()) {
    assert.equal(stored.json(position), JSON.stringify(item));
    assert.deepEqual(stored.head(position), { id: item.id, type: item.type });
    assert.equal(stored.positionOf(item.id), position);
  }
});

test('windows, counts and lookups give what the list gives', () => {
  for (const [from, to] of [[0, 3], [35, 40], [total - 2, total + 9], [total + 5, total + 9], [7]] as [
    number,
    number?,
  ][])
    // prettier-ignore
    assert.deepEqual(stored.slice(from, to), all.slice(from, to));
  assert.deepEqual(stored.ids(40), all.slice(0, 40).map(({ id }) => id)); // prettier-ignore
  const isVideo = ({ type }: { type: string }) => type === 'video';
  assert.equal(stored.count(isVideo), all.filter(isVideo).length);
  assert.equal(stored.count(isVideo, 50), all.slice(0, 50).filter(isVideo).length);
  assert.deepEqual(stored.where(isVideo, 20), all.filter(isVideo).slice(0, 20));
  assert.deepEqual(stored.byId('item-1'), all.at(-1));
  for (const id of ['item-0', '', '__proto__']) assert.equal(stored.byId(id), undefined, id);
});

test('what changed is told without the shards that stayed', () => {
  const edited = { ...all[600]!, title: 'edited' };
  const next = [testItem('new'), ...all.slice(0, 600), edited, ...all.slice(601)];
  const after = new StoredItems(shardsOf(next, shards));
  const ids = (positions: number[]) => positions.map((position) => after.head(position).id);
  const { come, gone } = after.changedSince(stored);
  assert.deepEqual([ids(come), gone], [['new', edited.id], [edited.id]]);
  const less = new StoredItems(shardsOf(all.slice(1), shards)).changedSince(stored);
  assert.deepEqual(less, { come: [], gone: [all[0]!.id] });
  assert.deepEqual(stored.changedSince(stored), { come: [], gone: [] });
});

test('a room without items has none', () => {
  for (const none of [new StoredItems([]), new StoredItems(shardsOf([]))])
    assert.deepEqual([none.length, [...none], none.slice(0, 5), none.ids()], [0, [], [], []]);
});

test('the index of another shard is refused', () => {
  const shard = contentIndexShard(all, 1);
  const json = Buffer.from(JSON.stringify(shard));
  for (const other of [all.slice(0, 37), [], shard.items.slice(1)])
    assert.throws(() => shardOf(json, shardIndex(other), []), /is that of another one/);
});
