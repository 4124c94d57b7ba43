// What kind of content an entry is, as far as the feed shows it; the creator's own setting comes first.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/schemas/stored-item.ts';
import type { Enclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { webAddress } from './links.ts';
import { plainText } from './plain-text.ts';
import { platformOf } from './video.ts';

const audioName = /\.(mp3|m4a|m4b|ogg|oga|opus|wav|flac|aac)$/i;

/** The first audio file that a visitor may load. Images never count: newsletters enclose their cover pictures. */
export const audioOf = (item: FeedItem): Enclosure | undefined =>
  item.enclosures.find((file) => isMedia(file, 'audio', audioName));

export const videoFileOf = (item: FeedItem): Enclosure | undefined =>
  item.enclosures.find((file) => isMedia(file, 'video', /\.(mp4|m4v|webm|mov)$/i));

function isMedia({ url, type = '' }: Enclosure, kind: string, names: RegExp): boolean {
  const address = webAddress(url);
  if (!address) return false;
  const isNamedSo = names.test(new URL(address).pathname);
  return type.startsWith(`${kind}/`) || (isNamedSo && (!type || /octet-stream|^(audio|video)\//.test(type)));
}

/** What the feed as a whole shows; a link blog that points to one video is no video channel. */
export interface FeedTraits {
  isVideoChannel: boolean;
  isTitleless: boolean;
}

export function traitsOf({ items }: FeedDocument): FeedTraits {
  const half = items.length / 2;
  return {
    isVideoChannel: items.filter(platformOf).length > half,
    isTitleless: items.filter(({ title }) => !plainText(title)).length > half,
  };
}

export function typeOf(item: FeedItem, traits: FeedTraits, feed: Pick<Feed, 'type'>): ItemType {
  if (feed.type) return feed.type;
  if (item.live) return 'stream';
  if (audioOf(item)) return 'episode';
  if (traits.isVideoChannel && platformOf(item) === 'twitch') return 'stream';
  if ((traits.isVideoChannel && platformOf(item)) || videoFileOf(item)) return 'video';
  if (item.event || (traits.isTitleless && !plainText(item.title))) return 'timeline';
  return 'article';
}
