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

const formatNames: [types: RegExp, name: string][] = [
  [/mpegurl/, 'HLS'],
  [/^audio\/(?:mpeg|mp3)/, 'MP3'],
  [/^audio\/(?:mp4|x-m4a|aac)/, 'AAC'],
  [/opus/, 'Opus'],
  [/ogg/, 'Ogg'],
  [/^video\/mp4/, 'MP4'],
];

type RecordingFile = NonNullable<RoomItem['alternatives']>[number];

/** Returns a name such as “MP4 720p”. */
function fileLabel({ type, height }: RecordingFile): string {
  const name =
    formatNames.find(([types]) => types.test(type))?.[1] ?? type.replace(/^\w+\/(?:x-)?|;.*$/g, '').toUpperCase();
  return height ? `${name} ${height}p` : name;
}

const isOfKind = ({ type, height }: RecordingFile, kind: 'audio' | 'video'): boolean =>
  type.startsWith(`${kind}/`) || (/mpegurl/.test(type) && (kind === 'video') === (height !== undefined));

/**
 * Describes a recording with its other files. `src` is the first address that the page may load and that browsers can
 * play, or undefined if there are only links.
 */
function mediaFile(room: Room, item: RoomItem, kind: 'audio' | 'video') {
  const href = item.isPlanned ? undefined : webLink(item[`${kind}Url` as const]);
  if (!href) return undefined;
  const type = item[`${kind}Type` as const] ?? '';
  const bytes = item[`${kind}Bytes` as const];
  const others = (item.alternatives ?? []).filter((file) => isOfKind(file, kind));
  const playable = [{ url: href, type }, ...others].filter((file) => !isUnplayable(file.type));
  return {
    href: loadable(href, item) ?? href,
    src: playable.map((file) => loadable(file.url, item)).find((src) => src !== undefined),
    type: type || undefined,
    size: bytes ? formatSize(room, bytes) : undefined,
    others: others.flatMap((file) => {
      const link = webLink(file.url);
      return link ? [{ href: link, label: fileLabel(file) }] : [];
    }),
  };
}

/** Returns the audio file, or undefined for a planned item. */
export const audioFile = (room: Room, item: RoomItem) => mediaFile(room, item, 'audio');

export type VideoFile = NonNullable<ReturnType<typeof videoFile>>;

export function videoFile(room: Room, item: RoomItem) {
  const file = mediaFile(room, item, 'video');
  const poster = namedPicture(room, itemPicture(item), '')?.src;
  return file && { ...file, poster, width: item.videoWidth, height: item.videoHeight };
}
