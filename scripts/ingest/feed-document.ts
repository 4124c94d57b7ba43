// Result of parsing: a feed as its source states it, with absolute addresses, but nothing cleaned yet.

export interface ItemEnclosure {
  url: string;
  type?: string | undefined;
  bytes?: number | undefined;
  durationSeconds?: number | undefined;
  /** Description of a picture. */
  alt?: string | undefined;
  /** Width of a video in pixels. */
  width?: number | undefined;
  height?: number | undefined;
}

/** Attributes of a podcast:liveItem. */
export interface LiveFacts {
  status?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

/** Facts about an event from the namespace of an event calendar. */
export interface EventFacts {
  start: string;
  end?: string | undefined;
  /** Building or room. */
  venue?: string | undefined;
  location?: string | undefined;
  organization?: string | undefined;
  /** Status as the source spells it, such as CANCELLED or https://schema.org/EventRescheduled. */
  status?: string | undefined;
}

export interface ChapterFacts {
  start?: string | number | undefined;
  title?: string | undefined;
  url?: string | undefined;
}

export interface PodcastFacts {
  duration?: string | undefined;
  season?: string | undefined;
  episode?: string | undefined;
  episodeType?: string | undefined;
  explicit?: string | undefined;
  chaptersUrl?: string | undefined;
  /** Podlove Simple Chapters, which are part of the feed. */
  chapters?: ChapterFacts[] | undefined;
  transcripts: { url: string; type?: string | undefined; language?: string | undefined }[];
  persons: { name: string; role?: string | undefined; href?: string | undefined }[];
}

export interface VideoFacts {
  id?: string | undefined;
  playerUrl?: string | undefined;
  thumbnailUrl?: string | undefined;
  viewCount?: string | undefined;
  duration?: string | undefined;
}

export interface FeedItem {
  guid?: string | undefined;
  link?: string | undefined;
  title?: string | undefined;
  /** True if the title is plain text instead of HTML. */
  hasTextTitle?: boolean;
  /** Body as HTML. */
  html?: string | undefined;
  /** The xml:base of the body, which resolves its relative addresses; the link if there is none. */
  base?: string | undefined;
  summary?: string | undefined;
  published?: string | undefined;
  updated?: string | undefined;
  author?: string | undefined;
  /** All authors if there are several. */
  authors?: string[] | undefined;
  /** Author of the post that this item shares (Activity Streams); empty if the author is not named. */
  sharedFrom?: string | undefined;
  /** True for a reply to another post (Atom threading, RFC 4685). */
  isReply?: boolean | undefined;
  /** True if the source hides the pictures until a click (media:rating). */
  isSensitive?: boolean | undefined;
  language?: string | undefined;
  image?: string | undefined;
  /** Path of the picture below media/, if the feed names one: see ownPicture in links.ts. */
  mediaFile?: string | undefined;
  categories: string[];
  enclosures: ItemEnclosure[];
  /** Other files of the same programme (Podcasting 2.0), in addition to the enclosures. */
  alternates?: ItemEnclosure[] | undefined;
  podcast: PodcastFacts;
  video: VideoFacts;
  event?: EventFacts | undefined;
  live?: LiveFacts | undefined;
}

/** Facts about the show as a whole, as the feed states them. */
export interface ChannelFacts {
  /** HTML. */
  description?: string | undefined;
  copyright?: string | undefined;
  categories?: { name: string | undefined; subcategory: string | undefined }[] | undefined;
  explicit?: string | undefined;
  guid?: string | undefined;
  type?: string | undefined;
  ownerEmail?: string | undefined;
  funding?: { url: string | undefined; label: string | undefined }[] | undefined;
}

export interface FeedDocument {
  title?: string | undefined;
  link?: string | undefined;
  language?: string | undefined;
  author?: string | undefined;
  /** Name of the owner of a podcast. */
  owner?: string | undefined;
  /** People of the whole show, used for episodes that name nobody. */
  persons?: PodcastFacts['persons'] | undefined;
  generator?: string | undefined;
  image?: string | undefined;
  channel?: ChannelFacts | undefined;
  /** Base of relative addresses outside of items. */
  base?: string | undefined;
  /** Address of the feed as the feed states it. */
  self?: string | undefined;
  /** New address of the feed as the feed states it. */
  newUrl?: string | undefined;
  items: FeedItem[];
}

/** Returns true for a relative path that can be a file in content/media. */
export const isMediaFile = (address: string | undefined): address is string =>
  /^media\/[\w.-]+(\/[\w.-]+)*$/.test(address ?? '') && !address!.includes('..');
