import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OEmbed } from '#contract/schemas/oembed.ts';
import { fitCard } from './oembed.ts';

const size = { width: 640, height: 260 };
const picture = { thumbnail_url: 'https://room.example/a.jpg', thumbnail_width: 600, thumbnail_height: 600 };
const card = { ...size, ...picture, title: 'A', html: '<iframe width="640" height="260">' } as OEmbed;

test('the frame shrinks to the limits, and a picture that is too large is omitted', () => {
  assert.deepEqual(fitCard(card, {}), card);
  const { thumbnail_url, thumbnail_width, thumbnail_height, ...rest } = fitCard(card, { maxwidth: 599 });
  assert.deepEqual([thumbnail_url, thumbnail_width, thumbnail_height], [undefined, undefined, undefined]);
  assert.deepEqual(rest, { title: 'A', width: 599, height: 260, html: '<iframe width="599" height="260">' });
});
