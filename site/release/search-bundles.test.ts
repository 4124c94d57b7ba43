// What is in the bundles of the static search, and when they change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Room, type RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { searchBundles } from './search-bundles.ts';

const base = sandboxRoom({ baseUrl: 'https://room.example.org' });
const [first] = base.items.filter(({ type }) => type === 'article') as [RoomItem];
const article = (n: number, more: Partial<RoomItem> = {}): RoomItem => ({
  ...first,
  id: `a-${String(n).padStart(8, '0')}`,
  title: `Title ${n}`,
  date: `2026-01-${String(n).padStart(2, '0')}T00:00:00Z`,
  hash: `hash ${n}`,
  ...more,
});
const roomOf = (...items: RoomItem[]): Room => ({ ...base, items: items.reverse() });
const bundles = (room: Room) => searchBundles(room, (item) => `body of ${item.title}`, '', [4, 2]);

test('a new item changes the last bundle alone', () => {
  const [one, two, three, four, five] = [1, 2, 3, 4, 5].map((n) => article(n)) as RoomItem[];
  const before = bundles(roomOf(one!, two!, three!)).map(({ path }) => path);
  const after = bundles(roomOf(one!, two!, three!, four!, five!)).map(({ path }) => path);
  assert.equal(before.length, 2);
  assert.equal(after.length, 2);
  const later = bundles(roomOf(...[1, 2, 3, 4, 5, 6, 7].map((n) => article(n)))).map(({ path }) => path);
  assert.equal(later.length, 3);
  assert.equal(later[0], after[0]);
  assert.notEqual(later[1], after[1]);
  const sizes = bundles(roomOf(...[1, 2, 3, 4, 5, 6, 7].map((n) => article(n)))).map(({ records }) => records().length);
  assert.deepEqual(sizes, [4, 2, 1]);
});

test('no bundle holds a text that has a price, or an item that is hidden anywhere', () => {
  const priced: Room = {
    ...roomOf(article(1), article(2, { hiddenOn: ['api'] }), article(3, { hiddenOn: ['mediaRoom'] })),
    access: { enabled: true, prices: { articles: 100 } },
  };
  const records = bundles(priced).flatMap((bundle) => bundle.records());
  assert.deepEqual(
    records.map(({ title }) => title),
    ['Title 1'],
  );
  assert.doesNotMatch(records[0]!.text, /body of/);
});

test('a price changes the bundle that the text was in', () => {
  const room = roomOf(article(1));
  const priced: Room = { ...room, access: { enabled: true, prices: { articles: 100 } } };
  assert.notEqual(bundles(room)[0]!.path, bundles(priced)[0]!.path);
});
