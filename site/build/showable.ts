// Whether everything that is made of an item can be made: one that cannot is left out and named, so that it never stops a build.
import { contentTypes, type ItemType } from '#contract/content-types.ts';
import type { LeftOut } from '#contract/schemas/left-out.ts';
import type { BodyOf } from '#domain/release/artifact.ts';
import { article, contentItem, entries } from '#domain/documents/items.ts';
import { madeOnce } from '#domain/items/made-once.ts';
import { hasMarkdownPage } from '#domain/links.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { textsOf } from '#domain/search/room-texts.ts';
import { newestEntries } from '../feeds/entries.ts';
import { itemPageMarkdown } from '../release/markdown/item.ts';
import { articleView } from '../views/article.ts';
import { entryOf } from '../views/entry.ts';
import { episodeView } from '../views/episode.ts';
import { happeningOf } from '../views/timeline.ts';
import { videoView } from '../views/video.ts';

type Making = (room: Room, item: RoomItem, bodyOf: BodyOf) => unknown;

const views = {
  article: articleView,
  episode: (room, item, bodyOf) => episodeView(room, item, bodyOf(item)),
  video: (room, item, bodyOf) => videoView(room, item, bodyOf(item)),
  happening: (room, item) => happeningOf(room, item, true),
} satisfies Record<(typeof contentTypes)[ItemType]['look'], Making>;
const own = (room: Room, item: RoomItem, bodyOf: BodyOf): unknown => {
  const { look, list } = contentTypes[item.type];
  return [views[look](room, item, bodyOf), entries[list](room, item)];
};
const shared: readonly Making[] = [
  (room, item, bodyOf) => item.type === 'article' && article(room, item, bodyOf(item)),
  contentItem,
  entryOf,
  (room, item, bodyOf) => hasMarkdownPage(item) && itemPageMarkdown(room, item, bodyOf),
  (room, item, bodyOf) => newestEntries({ ...room, items: [item] }, bodyOf),
  (room, item, bodyOf) => textsOf(room, [item], bodyOf).map(({ text }) => text()),
];

/** What is wrong with an item; undefined for nearly every one. */
export function itemProblem(room: Room, item: RoomItem, bodyOf: BodyOf, made?: readonly Making[]): string | undefined {
  try {
    for (const make of made ?? [own, ...shared]) make(room, item, bodyOf);
    return undefined;
  } catch (error) {
    return `it cannot be shown: ${(error as Error).message}`;
  }
}

const problemOnce = madeOnce((room: Room, item, bodyOf: BodyOf) => itemProblem(room, item, bodyOf) ?? '');

/** Of these items, those that cannot be shown. */
export const unshowable = (room: Room, bodyOf: BodyOf, items: RoomItem[]): LeftOut['items'] =>
  items.flatMap((item) => {
    const problem = problemOnce(room, item, bodyOf);
    return problem ? [{ name: `${item.id}.md`, problem }] : [];
  });
