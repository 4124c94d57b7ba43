import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { RoomItem } from '../room.ts';
import { findOutsideMedia, replaceBodyMedia, replaceItemMedia } from './media-replacements.ts';

const date = '2026-05-01T06:00:00Z';
const item: StoredItem = { id: 'a-0a1b2c3d', type: 'episode', title: 'A', date, keywords: [] };
const addresses = (fields: Partial<StoredItem>, body = '') =>
  findOutsideMedia({ item: { ...item, ...fields }, body }).map(({ address, kind }) => `${kind} ${address}`);

test('external pictures and http recordings are found, links and https recordings are not', () => {
  const fields = {
    image: 'http://a.example/1.png',
    audioUrl: 'https://a.example/1.mp3',
    videoUrl: 'http://a.example/1.mp4',
  };
  const body =
    '[![x](http://a.example/2.png "t")](http://a.example/page) ![](https://a.example/3.png) `![](http://a.example/4.png)`';
  assert.deepEqual(addresses(fields, body), [
    'picture http://a.example/1.png',
    'picture http://a.example/2.png',
    'picture https://a.example/3.png',
    'recording http://a.example/1.mp4',
  ]);
});

test('an http recording that plays in the body is found', () => {
  const body =
    '[![](https://a.example/s.jpg) ▶ Film](http://a.example/f\\(1\\).mp4) [▶ Sound](http://a.example/s.mp3) ' +
    '[▶ Far](https://a.example/f.mp4) [▶ Page](http://a.example/page) [file](http://a.example/f.mp4)';
  assert.deepEqual(addresses({}, body), [
    'picture https://a.example/s.jpg',
    'recording http://a.example/f(1).mp4',
    'recording http://a.example/s.mp3',
  ]);
});

test('an address with brackets is found and replaced as it is written', () => {
  const body = '![x](http://a.example/a\\(1\\).png) ![y](<http://a.example/b.png>)';
  const places = {
    'http://a.example/a(1).png': 'media/copies/1.png',
    'http://a.example/b.png': 'https://a.example/b.png',
  };
  assert.deepEqual(addresses({}, body), ['picture http://a.example/a(1).png', 'picture http://a.example/b.png']);
  assert.equal(
    replaceBodyMedia(body, { mediaReplacements: places }),
    '![x](media/copies/1.png) ![y](<https://a.example/b.png>)',
  );
});

test('an item with replaced pictures gets another hash, any other item stays the same', () => {
  const room: RoomItem = { ...item, date, image: 'http://a.example/1.png', themeIds: [], hash: 'h', wordCount: 0 };
  const places = new Map([
    ['http://a.example/1.png', 'https://a.example/1.png'],
    ['http://b.example/2.png', 'media/copies/2.png'],
  ]);
  const sources = { replacementFor: (address: string) => places.get(address), isLost: () => false };
  const placed = replaceItemMedia(room, ['http://a.example/1.png'], sources);
  assert.equal(placed.image, 'https://a.example/1.png');
  assert.deepEqual(Object.keys(placed.mediaReplacements!), ['http://a.example/1.png']);
  assert.notEqual(placed.hash, room.hash);
  assert.equal(
    replaceItemMedia(room, ['http://a.example/1.png'], { ...sources, replacementFor: () => undefined }),
    room,
  );
});

test('a lost picture is removed from the item and becomes a link in its text', () => {
  const dead = 'https://a.example/1.png';
  const body = `![A [b\\] c](${dead}) ![](<${dead}> "t") [x ![y](${dead}) z](https://b.example) [![](${dead})](/c) ![k](https://a.example/2.png)`;
  const sources = { replacementFor: () => undefined, isLost: (address: string) => address === dead };
  const fields = { image: dead, thumbnailUrl: 'https://a.example/2.png', audioUrl: dead };
  const room: RoomItem = { ...item, date, ...fields, themeIds: [], hash: 'h', wordCount: 0 };
  const placed = replaceItemMedia(room, [dead, 'https://a.example/2.png'], sources);
  assert.deepEqual([placed.image, placed.thumbnailUrl, placed.audioUrl], [undefined, fields.thumbnailUrl, dead]);
  assert.notEqual(placed.hash, room.hash);
  assert.equal(
    replaceBodyMedia(body.replace('[b', '\\[b'), placed),
    `[A \\[b\\] c](${dead}) [a.example](${dead}) [x y z](https://b.example) [a.example](/c) ![k](https://a.example/2.png)`,
  );
});

test('endless unclosed brackets are processed in time', { timeout: 20_000 }, () => {
  replaceBodyMedia('](http:\\'.repeat(100_000), { mediaReplacements: {} });
  for (const one of ['![', '[![a](http://a', '[![a](http://a/) ', '[a', '![a](http://a "'])
    replaceBodyMedia(one.repeat(20_000), { lostPictures: ['http://a/'] });
  addresses({}, '![](http:'.repeat(20_000));
});
