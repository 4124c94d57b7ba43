import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyBaseName } from '#domain/items/media-replacements.ts';
import type { MediaFile, Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { oEmbed } from './embeds.ts';

const far = 'https://pod.example/cover.jpg';
const media = ['cover.jpg', `copies/${copyBaseName(far)}.webp`].map((file): MediaFile => {
  return { file, width: 1400, height: 1200, bytes: 1, type: 'image/jpeg', sha256: file };
});
const room: Room = { ...sandboxRoom({ baseUrl: 'https://room.example' }), media };
const episode = room.items.find(({ type }) => type === 'episode')!;
const thumbnail = (image: string, of: Room = room) => {
  const card = oEmbed(of, { ...episode, audioUrl: 'https://pod.example/a.mp3', image });
  return [card.thumbnail_url, card.thumbnail_width, card.thumbnail_height];
};

test('a thumbnail has its size, and one without a size is left out', () => {
  assert.deepEqual(thumbnail('media/cover.jpg'), ['https://room.example/media/cover.jpg', 1400, 1200]);
  const copying = { ...room, copiesPictures: true };
  assert.deepEqual(thumbnail(far, copying), [
    `https://room.example/media/copies/${copyBaseName(far)}.webp`,
    1400,
    1200,
  ]);
  assert.deepEqual(thumbnail(far), [undefined, undefined, undefined]);
  assert.deepEqual(thumbnail('media/gone.jpg'), [undefined, undefined, undefined]);
});
