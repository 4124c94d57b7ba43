// Tests random and hostile items: all their outputs are made, and an item that fails is reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contentTypes, type ItemType } from '#contract/content-types.ts';
import { drawableLine } from '#domain/pdf/faces.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { fuzzRuns, hostileText } from '#domain/text/test-hostile.ts';
import { feedFiles } from '../feeds/feeds.ts';
import { itemFiles } from '../release/item-files.ts';
import { articleView } from '../views/article.ts';
import { episodeView } from '../views/episode.ts';
import { happeningView } from '../views/timeline.ts';
import { videoView } from '../views/video.ts';
import { findUnshowableItems } from './showable.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });

type Look = (typeof contentTypes)[ItemType]['look'];
const views: Record<Look, (within: Room, item: RoomItem, bodyOf: ReadBody) => unknown> = {
  article: articleView,
  episode: (within, item, bodyOf) => episodeView(within, item, bodyOf(item)),
  video: (within, item, bodyOf) => videoView(within, item, bodyOf(item)),
  happening: (within, item) => happeningView(within, item, true),
};

test('fuzz: whatever an item holds, its page, documents, Markdown, feeds and search are made', () => {
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, fc.nat(room.items.length - 1), (title, summary, body, at) => {
      const item = { ...room.items[at]!, title: `t${title}`, summary, author: title, keywords: [summary] };
      const alone = { ...room, items: [item] };
      assert.deepEqual(findUnshowableItems(alone, [item]), []);
      assert.ok(views[contentTypes[item.type].look](alone, item, () => body));
      for (const file of itemFiles(alone, '')[0]!.documents) assert.ok(file.body(alone, () => body));
      for (const file of feedFiles(alone, () => body)) assert.ok(file.body());
      for (const { text } of roomTexts(alone, () => body)) assert.ok(text());
      assert.doesNotMatch(drawableLine(title + body), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    fuzzRuns(150),
  );
});

test('an item on which something fails is named, and no other is', () => {
  const items = room.items.map((item, i) => (i === 1 ? { ...item, date: 'some day' } : item));
  const named = [{ name: `${items[1]!.id}.md`, problem: 'it cannot be shown: Invalid time value' }];
  assert.deepEqual(findUnshowableItems({ ...room, items }, items), named);
});
