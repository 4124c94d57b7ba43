// Detects the type of an entry from the feed, unless the creator has set one.
import { longPattern } from '#domain/text/long-pattern.ts';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { findAudioFile, findVideoFile } from './media-files.ts';
import { plainText } from './plain-text.ts';
import { isPost } from './post.ts';
import { findVideoPlatform } from './video.ts';

/** Properties of the whole feed. A link blog with a single video is not a video channel. */
export interface FeedTraits {
  isVideoChannel: boolean;
  /** True if most items are posts of a social network. */
  isSocial: boolean;
  /** True if most items are pictures with a caption that states dimensions, as for artworks. */
  isGallery: boolean;
}

const longestCaption = 400;
const dimensions = /\d\s*[×x✕]\s*\d+(?:[.,]\d+)?(?:\s*[×x✕]\s*\d+(?:[.,]\d+)?)?\s*(?:cm|mm|in\b|inch|["″])/iu;

const caption = ({ html = '', summary = '' }: FeedItem): string => plainText(html.slice(0, 6000) || summary);
/** Returns true for a picture with at most a caption. */
const isPicture = (item: FeedItem): boolean =>
  (item.image !== undefined || item.mediaFile !== undefined || /<img\b/i.test(item.html ?? '')) &&
  caption(item).length <= longestCaption;

export function describeFeed({ items }: FeedDocument): FeedTraits {
  const half = items.length / 2;
  return {
    isGallery: items.filter((item) => isPicture(item) && dimensions.test(caption(item))).length > half,
    isVideoChannel: items.filter(findVideoPlatform).length > half,
    isSocial: items.filter(isPost).length > half,
  };
}

export function detectItemType(item: FeedItem, traits: FeedTraits, feed: Pick<Feed, 'type' | 'kind'>): ItemType {
  if (feed.type) return feed.type;
  if (feed.kind) return 'timeline';
  if (item.live) return 'stream';
  if (findAudioFile(item)) return 'episode';
  const platform = traits.isVideoChannel ? findVideoPlatform(item) : undefined;
  if (platform === 'twitch') return 'stream';
  if (platform || findVideoFile(item)) return 'video';
  return isTimelineEntry(item, traits) ? 'timeline' : 'article';
}

const isTimelineEntry = (item: FeedItem, traits: FeedTraits): boolean =>
  item.event !== undefined || isWork(item, traits) || (traits.isSocial && isPost(item));

const isWork = (item: FeedItem, { isGallery }: FeedTraits): boolean => isGallery && isPicture(item);

/** Returns the kind of a timeline entry. */
export function detectKind(item: FeedItem, traits: FeedTraits, feed: Pick<Feed, 'kind'>): StoredItem['kind'] {
  if (feed.kind) return feed.kind;
  if (item.event) return 'event';
  return isWork(item, traits) ? 'work' : 'post';
}

const cancelledTitle = longPattern(
  String.raw`
    ^[[(【*\s]*(?:cancell?ed|abgesagt|entfällt|annul[ée]e?|cancelad[oa]|annullat[oa]|geannuleerd|afgelast|
    odwołan[eya]|中止|ملغ[ىي]ة?)(?!\p{L})`,
  'iu',
);
const movedTitle = longPattern(
  String.raw`
    ^[[(【*\s]*(?:moved|postponed|rescheduled|new date|verschoben|verlegt|neuer termin|report[ée]e?|pospuest[oa]|
    aplazad[oa]|rinviat[oa]|spostat[oa]|adiad[oa]|uitgesteld|verplaatst|przełożon[eya]|延期|مؤجل)(?!\p{L})`,
  'iu',
);

/** Returns the status that the source or the beginning of the title states. */
export function eventStatus(status = '', title = ''): 'cancelled' | 'moved' | undefined {
  if (/cancell?ed/i.test(status) || cancelledTitle.test(title)) return 'cancelled';
  return /rescheduled|postponed|moved/i.test(status) || movedTitle.test(title) ? 'moved' : undefined;
}

/** Returns true if a date states the time of day. */
export const hasTime = (date: string | undefined): boolean => /\d:\d\d|T\d{4}/.test(date ?? '');
