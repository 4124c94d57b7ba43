// The content index as documents: its first page, and shards of 500 items numbered from the oldest.
import { endpoints } from '#contract/endpoints.ts';
import { contentIndexDefaultLimit, shardSize } from '#contract/limits.ts';
import type { ContentIndex, ContentIndexShard } from '#contract/schemas/content.ts';
import { readingHasPrice } from '../access/access.ts';
import { endpointUrl } from '../links.ts';
import { contentItem, isUpcoming, itemStatus } from './items.ts';
import { indexUpdatedAt, itemsOn, type PublicFacts, type Room, type RoomItem } from '../room.ts';

export const contentIndexPath = endpoints.contentIndex.http.path;
export const shardPath = (n: number): string => endpoints.contentIndexShard.http.path.replace('{n}', String(n));
export const shardCount = (items: number): number => Math.ceil(items / shardSize);

/** Returns the members about the room that every response of the index has. */
export const indexEnvelope = (room: PublicFacts, updatedAt: string) => ({
  publication: room.creator.publication,
  authorName: room.creator.name,
  contentIndexUrl: endpointUrl(room.baseUrl, 'contentIndex'),
  indexUpdatedAt: updatedAt,
  ...(room.creator.syndication && {
    syndicationRights: { ...room.creator.syndication, l402Required: readingHasPrice(room.access) },
  }),
  ...(room.sandbox && { _sandbox: true }),
});

export function contentIndexPage(room: Room): ContentIndex {
  const items = itemsOn('api', room.items);
  const planned = items.filter((item) => isUpcoming(itemStatus(item))).reverse();
  const page = [...items.slice(planned.length, planned.length + contentIndexDefaultLimit), ...planned]
    .slice(0, contentIndexDefaultLimit)
    .map((item) => contentItem(room, item));
  const hasHiddenItems = room.items.length > items.length;
  const shards = Array.from({ length: shardCount(items.length) }, (_, i) =>
    endpointUrl(room.baseUrl, 'contentIndexShard', { n: i + 1 }),
  );
  return {
    items: page,
    count: page.length,
    total: items.length,
    ...(items.length === 0 && {
      emptyReason: hasHiddenItems ? ('per_surface_visibility' as const) : ('index_empty' as const),
    }),
    ...indexEnvelope(room, indexUpdatedAt(room)),
    ...(!room.sandbox && { shards }),
  };
}

/** Returns the items of shard `n`, newest first; shard 1 has the oldest items. */
export function itemsOfShard(room: Room, n: number): RoomItem[] {
  const items = itemsOn('api', room.items);
  const end = items.length - (n - 1) * shardSize;
  return items.slice(Math.max(0, end - shardSize), end);
}

export function contentIndexShard(room: Room, n: number): ContentIndexShard {
  const page = itemsOfShard(room, n).map((item) => contentItem(room, item));
  return { shard: n, items: page, count: page.length, total: page.length };
}
