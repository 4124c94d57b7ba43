// Embeds items in pages of others: the player in an iframe, and oEmbed (oembed.com, version 1.0).
import type { OEmbed } from '#contract/schemas/oembed.ts';
import { isUnplayable } from '#domain/items/playable.ts';
import { embedPath, itemPicture, pagePath } from '#domain/links.ts';
import { type Room, type RoomItem, itemsOn, isVisibleOn } from '#domain/room.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { namedPicture } from '../views/picture.ts';

/** Returns true if pages can load the media file: over https, or from a copy in the room. */
const isLoadable = (href: string | undefined, { mediaReplacements: places }: RoomItem): boolean =>
  href !== undefined && (href.startsWith('https:') || places?.[href] !== undefined);

export const hasFilm = (item: RoomItem): boolean =>
  isLoadable(item.videoUrl, item) && !isUnplayable(item.videoType ?? '');

/** Returns true if the item has a recording that is not in another host's iframe. */
export const isEmbeddable = (item: RoomItem): boolean =>
  !item.isPlanned &&
  (item.type === 'episode' || item.type === 'video' || item.type === 'stream') &&
  isVisibleOn('mediaRoom')(item) &&
  (hasFilm(item) || (isLoadable(item.audioUrl, item) && !isUnplayable(item.audioType ?? '')));

/** Returns the newest embeddable item that the API does not hide. */
export const newestPlayer = (room: Room): RoomItem | undefined => itemsOn('api', room.items).find(isEmbeddable);

/** Returns the oldest embeddable item, so that a new item does not change the API reference. */
export const examplePlayer = (room: Room): RoomItem | undefined => itemsOn('api', room.items).findLast(isEmbeddable);

const frameWidth = 640;
const embedSize = (item: RoomItem): { width: number; height: number } =>
  hasFilm(item) ? { width: frameWidth, height: 420 } : { width: frameWidth, height: 260 };

/** Returns the iframe element to paste into a page. */
export function embedCode({ baseUrl }: Room, item: RoomItem): string {
  const { width, height } = embedSize(item);
  const title = escapeMarkup(item.title);
  return `<iframe src="${baseUrl}${embedPath(item)}" title="${title}" width="${width}" height="${height}" loading="lazy" allow="autoplay; fullscreen" style="border:0;max-width:100%"></iframe>`;
}

/** Returns the thumbnail with its size, or nothing, as oEmbed 2.3.4 requires. */
function embedThumbnail(room: Room, item: RoomItem): Partial<OEmbed> {
  const { src, width, height } = namedPicture(room, itemPicture(item), '') ?? {};
  if (!src || !width || !height) return {};
  return { thumbnail_url: room.baseUrl + src, thumbnail_width: width, thumbnail_height: height };
}

export function oEmbed(room: Room, item: RoomItem): OEmbed {
  const { creator, baseUrl } = room;
  return {
    version: '1.0',
    type: hasFilm(item) ? 'video' : 'rich',
    title: item.title,
    author_name: item.author ?? creator.name,
    author_url: baseUrl,
    provider_name: creator.publication,
    provider_url: baseUrl,
    url: baseUrl + pagePath(item),
    html: embedCode(room, item),
    ...embedSize(item),
    ...embedThumbnail(room, item),
  };
}
