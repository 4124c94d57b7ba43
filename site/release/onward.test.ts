// Tests links from an item to its neighbours and to older items on the same subject.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { onwardKey, onwardLinksOf } from './onward.ts';
import { itemFiles } from './item-files.ts';

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

test('neighbours are of the same section, and older items with the same themes are related', () => {
  const sea = { themeIds: ['sea'] };
  const [newest, film, middle, oldest] = [
    article(9, sea),
    article(8, { ...sea, type: 'video' }),
    article(7),
    article(6, { keywords: ['x'], ...sea }),
  ];
  const onward = onwardLinksOf(roomOf(newest, film, middle, oldest), newest);
  assert.deepEqual([onward.newer, onward.older], [undefined, middle]);
  assert.deepEqual(onward.related, [film, oldest]);
});

test('nothing links to hidden items', () => {
  const hidden = article(7, { hiddenOn: ['mediaRoom'], themeIds: ['sea'] });
  const room = roomOf(article(8, { themeIds: ['sea'] }), hidden, article(6));
  assert.deepEqual(onwardLinksOf(room, room.items[0]!).related, []);
  assert.deepEqual(onwardLinksOf(room, hidden), { related: [] });
});

test('no page calls what is only planned newer, or related', () => {
  const planned = article(9, { isPlanned: true, themeIds: ['sea'] });
  const newest = article(8, { themeIds: ['sea'] });
  const room = roomOf(planned, newest, article(7));
  assert.equal(onwardLinksOf(room, newest).newer, undefined);
  assert.deepEqual(onwardLinksOf(room, planned), { related: [] });
});

test('a page is made again when the title of an item that it leads to changes', () => {
  const before = roomOf(article(8), article(7));
  const after = roomOf(article(8), article(7, { title: 'Another' }));
  const leads = (room: Room) => onwardKey(onwardLinksOf(room, room.items[0]!));
  assert.notEqual(leads(before), leads(after));
  const keyIn = (room: Room) => itemFiles(room, '')[0]!.pages[0]!.inputs;
  assert.notEqual(keyIn(before), keyIn(after));
});

test('a page is made again when a picture that it shows becomes the show’s, or is it no more, because of other items', () => {
  const cover = { image: 'https://pictures.example/cover.jpg' };
  const items = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => article(day, day > 5 ? cover : {}));
  const keysIn = (room: Room) => itemFiles(room, '').map(({ pages }) => pages.map(({ inputs }) => inputs).join());
  const [shared, own] = [items, items.toSpliced(3, 1)].map((some) => roomOf(...some));
  const before = keysIn(shared!);
  const after = keysIn(own!);
  assert.notEqual(before[0], after[0]);
  assert.deepEqual(after, keysIn({ ...own! }));
  assert.deepEqual(keysIn(shared!), before);
});
