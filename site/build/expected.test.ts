// Which approvals change the reference and the guides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { docsFiles } from './expected.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const frame = { text: '', shelves: [] };
const keyWith = (items: RoomItem[]) => docsFiles({ guides: [], room: { ...room, items }, frame })[0]!.key;

test('the reference has another key when its samples change, and the same when a newer item comes', () => {
  const { items } = room;
  const copies = items.map((item) => ({ ...item, id: `${item.id}-2` }));
  assert.equal(keyWith([...copies, ...items]), keyWith(items));
  assert.notEqual(keyWith([...items, ...copies]), keyWith(items));
});
