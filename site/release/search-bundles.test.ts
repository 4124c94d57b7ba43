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
const bundles = (room: Room) => searchBundles(room, (item) => `body of ${item.title}`, '', { whole: 4, rest: 2 });

test('a new item changes the last bundle alone, which stays where it is', () => {
  const roomUpTo = (last: number) => roomOf(...Array.from({ length: last }, (_, n) => article(n + 1)));
  const [three, five, seven] = [3, 5, 7].map((last) => bundles(roomUpTo(last)));
  assert.deepEqual([three!.length, five!.length, seven!.length], [2, 2, 3]);
  assert.equal(seven![0]!.key, five![0]!.key);
  assert.notEqual(seven![1]!.key, five![1]!.key);
  assert.deepEqual(five!.map(({ path }) => path), seven!.slice(0, 2).map(({ path }) => path)); // prettier-ignore
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
  assert.notEqual(bundles(room)[0]!.key, bundles(priced)[0]!.key);
});
