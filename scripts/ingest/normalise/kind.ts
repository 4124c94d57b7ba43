// What kind of content an entry is, as far as the feed shows it; the creator's own setting comes first.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/content-types.ts';
import { isUnplayable } from '#domain/items/playable.ts';
import type { FeedEnclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { webAddress } from './links.ts';
import { plainText } from './plain-text.ts';
import { findVideoPlatform } from './video.ts';

const audioName = /\.(mp3|m4a|m4b|ogg|oga|opus|wav|flac|aac)$/i;

/** The first audio file that a visitor may load. Images never count: newsletters enclose their cover pictures. */
export const findAudioFile = (item: FeedItem): FeedEnclosure | undefined =>
  item.enclosures.find((file) => isMedia(file, 'audio', audioName));

const videoName = /\.(mp4|m4v|webm|mov|ogv)$/i;
/** More is not needed on a page, and costs the visitor's time and volume. */
const maxHeight = 1080;

const isVideo = (file: FeedEnclosure): boolean => isMedia(file, 'video', videoName);

/** Of the same video in several sizes the largest one that a page needs; what no browser plays is better than nothing. */
export function findVideoFile({ enclosures, alternates = [] }: FeedItem): FeedEnclosure | undefined {
  const files = [...enclosures.filter(isVideo), ...alternates.filter(isVideo)];
  const playable = files.filter(({ type = '' }) => !isUnplayable(type));
  const fitting = playable.filter(({ height = 0 }) => height > 0 && height <= maxHeight);
  const tallest = (best: FeedEnclosure, file: FeedEnclosure) => (best.height! >= file.height! ? best : file);
  return fitting.length > 0 ? fitting.reduce(tallest) : (playable[0] ?? files[0]);
}

/** A type such as `mp3`, or that of any file, says less than the name; a film's container may hold only sound. */
function isMedia({ url, type = '' }: FeedEnclosure, kind: string, names: RegExp): boolean {
  const address = webAddress(url);
  if (!address) return false;
  if (type === kind || type.startsWith(`${kind}/`)) return true;
  return names.test(new URL(address).pathname) && !/^(text|image|audio)\//.test(type);
}

/** What the feed as a whole shows; a link blog that points to one video is no video channel. */
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
