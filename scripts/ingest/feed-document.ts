// What parsing hands on: a feed as its source said it, addresses made absolute, nothing cleaned or judged yet.

export interface FeedEnclosure {
  url: string;
  type?: string | undefined;
  bytes?: number | undefined;
  durationSeconds?: number | undefined;
  /** Of a video, in pixels. */
  width?: number | undefined;
  height?: number | undefined;
}

/** A podcast:liveItem's own attributes. */
export interface LiveFacts {
  status?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

/** What an event calendar says in a namespace of its own. */
export interface EventFacts {
  start: string;
  end?: string | undefined;
  location?: string | undefined;
  organization?: string | undefined;
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
  /** Podlove Simple Chapters, which stand in the feed itself. */
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
  /** The body as HTML. */
  html?: string | undefined;
  /** The xml:base of the body, with which its relative addresses are resolved; without one, it is the link. */
  base?: string | undefined;
  summary?: string | undefined;
  published?: string | undefined;
  updated?: string | undefined;
  author?: string | undefined;
  /** All authors, where there are several. */
  authors?: string[] | undefined;
  /** Author of the post that this item shares, as a vocabulary of activities says; empty where it is not named. */
  sharedFrom?: string | undefined;
  language?: string | undefined;
  image?: string | undefined;
  /** The picture as the feed names it, where that is a file below media/: see ownPicture in links.ts. */
  mediaFile?: string | undefined;
  categories: string[];
  enclosures: FeedEnclosure[];
  /** The same programme as other files (Podcasting 2.0), beside the enclosures. */
  alternates?: FeedEnclosure[] | undefined;
  podcast: PodcastFacts;
  video: VideoFacts;
  event?: EventFacts | undefined;
  live?: LiveFacts | undefined;
}

export interface FeedDocument {
  title?: string | undefined;
  link?: string | undefined;
  language?: string | undefined;
  author?: string | undefined;
  /** Name of the owner, as podcasts state it. */
  owner?: string | undefined;
  /** People of the whole show: those of an episode that names none. */
  persons?: PodcastFacts['persons'] | undefined;
  generator?: string | undefined;
  image?: string | undefined;
  /** An address for relative addresses outside of items. */
  base?: string | undefined;
  /** The address of the feed, in its own words. */
  self?: string | undefined;
  /** Where the feed is from now on, as it says itself. */
  newUrl?: string | undefined;
  items: FeedItem[];
}

/** A relative name that may mean a file of content/media. */
export const isMediaFile = (address: string | undefined): address is string =>
  /^media\/[\w.-]+(\/[\w.-]+)*$/.test(address ?? '') && !address!.includes('..');

/** A feed that cannot be used: what is wrong, and what the creator can do about it. */
export class FeedProblem extends Error {
  readonly advice: string;
  constructor(cause: string, advice: string) {
    super(cause);
    this.advice = advice;
  }
}
