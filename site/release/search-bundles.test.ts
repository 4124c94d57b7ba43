// Tests the contents of the bundles of the static search, and when they change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import { type Room, type RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { searchBundles } from './search-bundles.ts';

const base = sandboxRoom({ baseUrl: 'https://room.example.org' });
const [first] = base.items.filter(({ type }) => type === 'article') as [RoomItem];
const article = (n: number, more: Partial<RoomItem> = {}): RoomItem => ({
  ...first,
  id: `a-${sha256(String(n)).slice(0, 8)}`,
  title: `Title ${n}`,
  date: new Date(Date.UTC(2026, 0, n)).toISOString(),
  hash: `hash ${n}`,
  ...more,
});
const roomOf = (...items: RoomItem[]): Room => ({ ...base, items: items.toReversed() });
const bundles = (room: Room) => searchBundles(room, (item) => `body of ${item.title}`, '', [16, 4]);

const numbers = Array.from({ length: 200 }, (_, n) => n + 1);
const roomUpTo = (last: number) => roomOf(...numbers.slice(0, last).map((n) => article(n)));
const named = (room: Room) => new Map(bundles(room).map(({ path, inputs }) => [path, inputs]));
/** Returns the bundles of the second room that the first does not have. */
const fresh = (before: Room, after: Room) => {
  const known = named(before);
  return bundles(after).filter(({ path, inputs }) => known.get(path) !== inputs);
};

test('a new item changes the newest bundle alone, which stays where it is', () => {
  let inPlace = 0;
  for (let count = 150; count < 200; count++) {
    const before = roomUpTo(count);
    const after = roomUpTo(count + 1);
    const changed = fresh(before, after);
    // Full bundles leave space for the next one, and many small ones are merged.
    assert.ok(changed.length <= 2, String(changed.length));
    assert.equal(changed.at(-1)!.path, bundles(after).at(-1)!.path);
    if (changed.length === 1 && named(before).has(changed[0]!.path)) inPlace++;
  }
  assert.ok(inPlace > 25, String(inPlace));
});

test('an old item that comes, goes or changes touches few bundles', () => {
  const whole = numbers.map((n) => article(n));
  const count = bundles(roomOf(...whole)).length;
  assert.ok(count > 8);
  let touched = 0;
  for (let at = 0; at < 100; at++) {
    const without = roomOf(...whole.toSpliced(at, 1));
    const edited = roomOf(...whole.with(at, { ...whole[at]!, hash: 'edited' }));
    const room = roomOf(...whole);
    touched += fresh(room, without).length + fresh(without, room).length;
    assert.equal(fresh(room, edited).length, 1);
  }
  assert.ok(touched < 100 * 3, String(touched));
});

test('no bundle holds a text that has a price, or an item that is hidden anywhere', () => {
  const priced: Room = {
    ...roomOf(article(1), article(2, { hiddenOn: ['api'] }), article(3, { hiddenOn: ['mediaRoom'] })),
    access: { enabled: true, prices: { articles: 100 } },
  };
  const records = bundles(priced).flatMap(({ records: read }) => [...read()]);
  assert.deepEqual(
    records.map(({ title }) => title),
    ['Title 1'],
  );
  assert.doesNotMatch(records[0]!.text, /body of/);
});

test('a price changes the bundle that the text was in', () => {
  const room = roomOf(article(1));
  const priced: Room = { ...room, access: { enabled: true, prices: { articles: 100 } } };
  assert.notEqual(bundles(room)[0]!.inputs, bundles(priced)[0]!.inputs);
});
