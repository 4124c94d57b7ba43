// Prepares the recordings of an item that can be played in the page.
import { itemPicture, pictureUrl } from '#domain/links.ts';
import { isUnplayable } from '#domain/items/playable.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { formatSize } from './dates.ts';
import { namedPicture } from './picture.ts';
import { webLink } from './web-link.ts';

export interface AudioFile {
  href: string;
  /** Address that the page may load, or undefined if there is only a link. */
  src: string | undefined;
  type: string | undefined;
  size: string | undefined;
}

export interface VideoFile extends AudioFile {
  poster: string | undefined;
  width: number | undefined;
  height: number | undefined;
}

/**
 * Returns an address that pages may load: https only, because unencrypted media could be changed in transit, or a copy
 * in the room.
 */
function loadable(href: string, { mediaReplacements: places }: RoomItem): string | undefined {
  if (href.startsWith('https:')) return href;
  const place = places?.[href];
  return place && pictureUrl('', place);
}

/** Returns the audio file, or undefined for a planned item. */
export function audioFile(room: Room, item: RoomItem): AudioFile | undefined {
  const { audioUrl, audioType, audioBytes, isPlanned } = item;
  const href = isPlanned ? undefined : webLink(audioUrl);
  if (!href) return undefined;
  const src = loadable(href, item);
  const playable = isUnplayable(audioType ?? '') ? undefined : src;
  return {
    href: src ?? href,
    src: playable,
    type: audioType,
    size: audioBytes ? formatSize(room, audioBytes) : undefined,
  };
}

export function videoFile(room: Room, item: RoomItem): VideoFile | undefined {
  const href = item.isPlanned ? undefined : webLink(item.videoUrl);
  if (!href) return undefined;
  const { videoType, videoBytes, videoWidth, videoHeight } = item;
  const src = loadable(href, item);
  return {
    href: src ?? href,
    src: isUnplayable(videoType ?? '') ? undefined : src,
    type: videoType,
    size: videoBytes ? formatSize(room, videoBytes) : undefined,
    poster: namedPicture(room, itemPicture(item), '')?.src,
    width: videoWidth,
    height: videoHeight,
  };
}
