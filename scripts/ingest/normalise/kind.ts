// Detects the type of an entry from the feed, unless the creator has set one.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/content-types.ts';
import { isUnplayable } from '#domain/items/playable.ts';
import type { ItemEnclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { webAddress } from './links.ts';
import { plainText } from './plain-text.ts';
import { findVideoPlatform } from './video.ts';

const audioName = /\.(mp3|m4a|m4b|ogg|oga|opus|wav|flac|aac)$/i;

/** Returns the first audio file. Images are ignored, since newsletters enclose cover pictures. */
export const findAudioFile = (item: FeedItem): ItemEnclosure | undefined =>
  item.enclosures.find((file) => isMedia(file, 'audio', audioName));

const videoName = /\.(mp4|m4v|webm|mov|ogv)$/i;
/** Largest height in pixels that a page needs. */
const maxHeight = 1080;

const isVideo = (file: ItemEnclosure): boolean => isMedia(file, 'video', videoName);

/** Returns the largest playable video up to the maximum height, or any video if none fits. */
export function findVideoFile({ enclosures, alternates = [] }: FeedItem): ItemEnclosure | undefined {
  const files = [...enclosures.filter(isVideo), ...alternates.filter(isVideo)];
  const playable = files.filter(({ type = '' }) => !isUnplayable(type));
  const fitting = playable.filter(({ height = 0 }) => height > 0 && height <= maxHeight);
  const tallest = (best: ItemEnclosure, file: ItemEnclosure) => (best.height! >= file.height! ? best : file);
  return fitting.length > 0 ? fitting.reduce(tallest) : (playable[0] ?? files[0]);
}

/** Checks the type, and the file name if the type says nothing. */
function isMedia({ url, type = '' }: ItemEnclosure, kind: string, names: RegExp): boolean {
  const address = webAddress(url);
  if (!address) return false;
  if (type === kind || type.startsWith(`${kind}/`)) return true;
  return names.test(new URL(address).pathname) && !/^(text|image|audio)\//.test(type);
}

/** Properties of the whole feed. A link blog with a single video is not a video channel. */
export interface FeedTraits {
  isVideoChannel: boolean;
  isTitleless: boolean;
}

export function describeFeed({ items }: FeedDocument): FeedTraits {
  const half = items.length / 2;
  return {
    isVideoChannel: items.filter(findVideoPlatform).length > half,
    isTitleless: items.filter(({ title }) => !plainText(title)).length > half,
  };
}

export function detectItemType(item: FeedItem, traits: FeedTraits, feed: Pick<Feed, 'type'>): ItemType {
  if (feed.type) return feed.type;
  if (item.live) return 'stream';
  if (findAudioFile(item)) return 'episode';
  if (traits.isVideoChannel && findVideoPlatform(item) === 'twitch') return 'stream';
  if ((traits.isVideoChannel && findVideoPlatform(item)) || findVideoFile(item)) return 'video';
  if (item.event || (traits.isTitleless && !plainText(item.title))) return 'timeline';
  return 'article';
}
