// What follows an item: its neighbours on the shelf, and older items about the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { onwardKey, onwardOf } from './onward.ts';
import { pagesOf } from './pages.ts';

const sandbox = sandboxRoom({ baseUrl: 'https://room.example' });
const model = sandbox.items.find(({ type }) => type === 'article')!;
const article = (day: number, part: Partial<RoomItem> = {}): RoomItem => ({
  ...model,
  id: `a-0000000${day}`,
  hash: `h${day}${JSON.stringify(part)}`,
  date: `2026-01-0${day}T00:00:00Z`,
  themeIds: [],
  keywords: [],
  ...part,
});
const roomOf = (...items: RoomItem[]): Room => ({ ...sandbox, items });

test('neighbours are of the same shelf, and older items with the same themes are related', () => {
  const sea = { themeIds: ['sea'] };
  const [newest, film, middle, oldest] = [
    article(9, sea),
    article(8, { ...sea, type: 'video' }),
    article(7),
    article(6, { keywords: ['x'], ...sea }),
  ];
  const onward = onwardOf(roomOf(newest, film, middle, oldest), newest);
  assert.deepEqual([onward.newer, onward.older], [undefined, middle]);
  assert.deepEqual(onward.related, [film, oldest]);
});

test('what is hidden is led to from nowhere', () => {
  const hidden = article(7, { hiddenOn: ['mediaRoom'], themeIds: ['sea'] });
  const room = roomOf(article(8, { themeIds: ['sea'] }), hidden, article(6));
  assert.deepEqual(onwardOf(room, room.items[0]!).related, []);
  assert.deepEqual(onwardOf(room, hidden), { related: [] });
});

test('a page is made again when the title of an item that it leads to changes', () => {
  const before = roomOf(article(8), article(7));
  const after = roomOf(article(8), article(7, { title: 'Another' }));
  assert.notEqual(onwardKey(before, before.items[0]!), onwardKey(after, after.items[0]!));
  const keyIn = (room: Room) => pagesOf(room, '').itemPages.articles[0]!.key;
  assert.notEqual(keyIn(before), keyIn(after));
});
