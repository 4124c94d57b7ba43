// What follows an item: its neighbours on the shelf, and older items about the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { onwardKey, onwardOf } from './onward.ts';
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

test('no page calls what is only planned newer, or related', () => {
  const planned = article(9, { isPlanned: true, themeIds: ['sea'] });
  const newest = article(8, { themeIds: ['sea'] });
  const room = roomOf(planned, newest, article(7));
  assert.equal(onwardOf(room, newest).newer, undefined);
  assert.deepEqual(onwardOf(room, planned), { related: [] });
});

test('a page is made again when the title of an item that it leads to changes', () => {
  const before = roomOf(article(8), article(7));
  const after = roomOf(article(8), article(7, { title: 'Another' }));
  const leads = (room: Room) => onwardKey(room, onwardOf(room, room.items[0]!));
  assert.notEqual(leads(before), leads(after));
  const keyIn = (room: Room) => itemFiles(room, { frame: '', code: '' })[0]!.pages[0]!.key;
  assert.notEqual(keyIn(before), keyIn(after));
});

test('a page is made again when a picture that it shows becomes the show’s, or is it no more, because of other items', () => {
  const cover = { image: 'https://pictures.example/cover.jpg' };
  const items = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => article(day, day > 5 ? cover : {}));
  const frame = { text: '', shelves: [] };
  const keysIn = (room: Room) =>
    itemFiles(room, { frame: '', code: '' }).map(({ pages }) => pages.map(({ key }) => key).join());
  const [shared, own] = [items, items.toSpliced(3, 1)].map((some) => ({ ...roomOf(...some), frame }));
  const before = keysIn(shared!);
  const after = keysIn(own!);
  assert.notEqual(before[0], after[0]);
  assert.deepEqual(after, keysIn({ ...own!, frame: { ...frame } }));
  assert.deepEqual(keysIn(shared!), before);
});

test('in a room that changes step by step an item leads where it leads in a room of its own, by the same object where it can', () => {
  const themes = ['sea', 'ice', 'air'];
  const makeItem = (n: number, version = 0) =>
    article(n, {
      id: `a-${n}`,
      date: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
      type: n % 3 === 0 ? 'video' : 'article',
      themeIds: [themes[(n * 7 + version) % 5] ?? 'none'],
    });
  const onceMore = (room: Room): Room => ({ ...room, items: room.items.map((item) => ({ ...item })) });
  let room = roomOf(...Array.from({ length: 150 }, (_, n) => makeItem(150 - n)));
  const change: ((items: RoomItem[]) => RoomItem[])[] = [
    (items) => [makeItem(151), ...items],
    (items) => items.filter((_, at) => at !== 90),
    (items) => items.map((item, at) => (at === 60 ? makeItem(91, 1) : item)),
    (items) => items.slice(0, -1),
    (items) => [...items, makeItem(0)],
    (items) => items.toSpliced(20, 2, items[21]!, items[20]!),
  ];
  const leads = (one: Room) => one.items.map((item) => onwardOf(one, item));
  for (const [step, changed] of change.entries()) {
    const next = { ...room, items: changed(room.items) };
    const alone = leads(onceMore(next));
    const before = leads({ ...room });
    const now = leads(next);
    assert.deepEqual(now, alone, `step ${step}`);
    assert.ok(now.filter((one) => before.includes(one)).length > 50, `step ${step}`);
    room = next;
  }
});
