// Prepares the recordings of an item that can be played in the page.
import { itemPicture, pictureUrl } from '#domain/links.ts';
import { isUnplayable } from '#domain/items/playable.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { formatSize } from './dates.ts';
import { namedPicture } from './picture.ts';
import { webLink } from './web-link.ts';

/**
 * Returns an address that pages may load: https only, because unencrypted media could be changed in transit, or a copy
 * in the room.
 */
function loadable(href: string, { mediaReplacements: places }: RoomItem): string | undefined {
  if (href.startsWith('https:')) return href;
  const place = places?.[href];
  return place && pictureUrl('', place);
}

/** Describes a recording. `src` is the address that the page may load, or undefined if there is only a link. */
function mediaFile(
  room: Room,
  item: RoomItem,
  url: string | undefined,
  type: string | undefined,
  bytes: number | undefined,
) {
  const href = item.isPlanned ? undefined : webLink(url);
  if (!href) return undefined;
  const src = loadable(href, item);
  return {
    href: src ?? href,
    src: isUnplayable(type ?? '') ? undefined : src,
    type,
    size: bytes ? formatSize(room, bytes) : undefined,
  };
}

/** Returns the audio file, or undefined for a planned item. */
export const audioFile = (room: Room, item: RoomItem) =>
  mediaFile(room, item, item.audioUrl, item.audioType, item.audioBytes);

export type VideoFile = NonNullable<ReturnType<typeof videoFile>>;

export function videoFile(room: Room, item: RoomItem) {
  const file = mediaFile(room, item, item.videoUrl, item.videoType, item.videoBytes);
  const poster = namedPicture(room, itemPicture(item), '')?.src;
  return file && { ...file, poster, width: item.videoWidth, height: item.videoHeight };
}
