// Determines what the files of an item are, from their stated types and their names.
import { isUnplayable } from '#domain/items/playable.ts';
import type { ItemEnclosure, FeedItem } from '../feed-document.ts';
import { webAddress } from './links.ts';

const hlsType = 'application/vnd.apple.mpegurl';

const typesByExtension: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  m3u8: hlsType,
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Extensions of containers that may hold audio or video. */
const eitherKind = /\.(?:ogg|mp4|webm)\/?$/i;

const typeByName = (name: string): string | undefined => {
  const extension = /\.(\w{2,4})\/?$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
};

/** Returns the type that the address suggests: by the name of the file, or by a name in the query. */
function typeByAddress(url: string): string | undefined {
  const address = URL.parse(url);
  const names = address ? [address.pathname, ...address.searchParams.values()] : [];
  return names.map(typeByName).find(Boolean);
}

type FileKind = 'audio' | 'video' | 'image';

const kindOfType = (type: string | undefined): FileKind | undefined =>
  (['audio', 'video', 'image'] as const).find((kind) => type === kind || type?.startsWith(`${kind}/`));

const isHls = ({ url, type = '' }: ItemEnclosure): boolean => /mpegurl/.test(type) || typeByAddress(url) === hlsType;

/** Returns the kind of a file. Its name is more reliable than its type, unless the type is that of a page. */
export function detectFileKind(file: ItemEnclosure): FileKind | undefined {
  const { url, type = '' } = file;
  if (!webAddress(url) || type.startsWith('text/')) return undefined;
  if (isHls(file)) return hlsKind(file);
  const statedKind = kindOfType(type);
  const { pathname } = new URL(url);
  if (eitherKind.test(pathname) && (statedKind === 'audio' || statedKind === 'video')) return statedKind;
  return kindOfType(typeByName(pathname)) ?? statedKind ?? kindOfType(typeByAddress(url));
}

const hlsKind = ({ type, width, height }: ItemEnclosure): FileKind =>
  width || height || type?.startsWith('video/') ? 'video' : 'audio';

/** Returns the media type of a file: the stated one if it fits the kind, else the one that the address suggests. */
export function fileType(file: ItemEnclosure, kind: 'audio' | 'video'): string | undefined {
  if (isHls(file)) return hlsType;
  const statedType = (file.type ?? '').replace(/;\s*charset=[^;]*/i, '');
  if (new RegExp(`^${kind}/[\\w.+-]+(;|$)`).test(statedType)) return statedType;
  const suggested = typeByAddress(file.url);
  return suggested?.startsWith(`${kind}/`) ? suggested : undefined;
}

/** Formats of audio from those that all browsers play to those that few play. */
const audioRanks = [/mpeg$|mp3|mp4|m4a|aac/, /wav|flac/, /ogg|opus|webm/];

function rankAudio(file: ItemEnclosure): number {
  const type = fileType(file, 'audio') ?? '';
  const rank = audioRanks.findIndex((types) => types.test(type.split(';')[0]!));
  return rank < 0 || isHls(file) ? audioRanks.length : rank;
}

/** Returns the audio file that most browsers play, of an item with several. */
export function findAudioFile(item: FeedItem): ItemEnclosure | undefined {
  const files = [...item.enclosures, ...(item.alternates ?? [])].filter((file) => detectFileKind(file) === 'audio');
  const [best] = files.toSorted((one, other) => rankAudio(one) - rankAudio(other));
  if (best && !isHls(best)) return best;
  if (findVideoFile(item)) return undefined;
  return item.enclosures.find(isHls) ?? findUnnamedAudio(item);
}

/** Returns a file without a known type or name, if the item has the length of a recording. */
const findUnnamedAudio = ({ enclosures, podcast, video }: FeedItem): ItemEnclosure | undefined =>
  podcast.duration && !video.id
    ? enclosures.find(
        ({ url, type }) => webAddress(url) && !typeByAddress(url) && (!type || type.endsWith('/octet-stream')),
      )
    : undefined;

/** Largest height in pixels that a page needs. */
const maxHeight = 1080;

/** Returns the largest playable video up to the maximum height, or any video if none fits. */
export function findVideoFile({ enclosures, alternates = [] }: FeedItem): ItemEnclosure | undefined {
  const files = [...enclosures, ...alternates].filter((file) => detectFileKind(file) === 'video');
  const playable = files.filter((file) => !isUnplayable(fileType(file, 'video') ?? file.type ?? ''));
  const fitting = playable.filter(({ height = 0 }) => height > 0 && height <= maxHeight);
  const tallest = (best: ItemEnclosure, file: ItemEnclosure) => (best.height! >= file.height! ? best : file);
  return fitting.length > 0 ? fitting.reduce(tallest) : (playable[0] ?? files[0]);
}
