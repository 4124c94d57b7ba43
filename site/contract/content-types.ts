// The content types, one record each: their own fields, where they are listed and shown, and what is special about them.
import { type Static, type TProperties, Type } from 'typebox';
import { closedObject, Instant, list, oneOf, text, Uri } from './schemas/shape.ts';

export const timelineKinds = ['appearance', 'talk', 'release', 'award', 'milestone', 'press', 'post'] as const;

const Transcript = closedObject({
  url: Uri('Address of the transcript.'),
  type: text('Media type, such as text/vtt.'),
  language: Type.Optional(text('BCP 47 tag.')),
});
const Person = closedObject({
  name: text('Full name.'),
  role: Type.Optional(text('Podcasting 2.0 role, lower case: host, guest, editor …')),
  href: Type.Optional(Uri('Page about the person.')),
});

export const Chapter = closedObject({
  startSeconds: Type.Number({ minimum: 0, description: 'Where it begins, in seconds from the start.' }),
  title: text('Plain text; never empty.', { minLength: 1, maxLength: 300 }),
  url: Type.Optional(Uri('Page about the chapter.')),
});
export type Chapter = Static<typeof Chapter>;

const PullQuote = closedObject({
  text: text('What is said, word for word.', { minLength: 1, maxLength: 500 }),
  startSeconds: Type.Number({ minimum: 0, description: 'When it is said, in seconds from the start.' }),
  speaker: Type.Optional(text('Who says it, where that is known.')),
});
export type PullQuote = Static<typeof PullQuote>;

/** An absolute address, or a file of the creator below content/media, which the room gives an address. */
export const ItemPicture = text('Picture of the item.', { pattern: '^(https?://|media/)' });

/** A video that is a file, which any player can play. */
const videoFile = {
  videoUrl: Type.Optional(Uri('The video file.')),
  videoType: Type.Optional(text('Media type of the video file.')),
  videoBytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size of the video file in bytes.' })),
  videoWidth: Type.Optional(Type.Integer({ minimum: 1, description: 'Width of the video in pixels.' })),
  videoHeight: Type.Optional(Type.Integer({ minimum: 1, description: 'Height of the video in pixels.' })),
};

const episode = {
  podcast: Type.Optional(text('Title of the podcast.')),
  audioUrl: Type.Optional(Uri('The audio file.')),
  audioType: Type.Optional(text('Media type of the audio file.')),
  audioBytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size of the audio file in bytes.' })),
  season: Type.Optional(Type.Integer({ minimum: 0 })),
  episode: Type.Optional(Type.Number({ minimum: 0 })),
  episodeType: Type.Optional(oneOf(['full', 'trailer', 'bonus'])),
  explicit: Type.Optional(Type.Boolean()),
  chaptersUrl: Type.Optional(Uri('JSON chapters (Podcasting 2.0).')),
  chapters: Type.Optional(list(Chapter, 'In the order of their times, as the chapters file or the feed gives them.')),
  pullQuotes: Type.Optional(list(PullQuote, 'Sentences of the recording that the creator chose, in their order.')),
  transcripts: Type.Optional(list(Transcript)),
  persons: Type.Optional(list(Person)),
  ...videoFile,
};

const video = {
  ...videoFile,
  platform: Type.Optional(text('youtube, peertube, vimeo, twitch … lower case.')),
  videoId: Type.Optional(text('Id of the video on its platform.')),
  embedUrl: Type.Optional(Uri('Address for an iframe.')),
  thumbnailUrl: Type.Optional(ItemPicture),
  channel: Type.Optional(text('Name of the channel.')),
  viewCount: Type.Optional(Type.Integer({ minimum: 0 })),
  status: Type.Optional(oneOf(['upcoming', 'live', 'ended'], 'Streams only.')),
  startsAt: Type.Optional(Instant('Start of a stream.')),
  endsAt: Type.Optional(Instant('End of a stream.')),
};

const timeline = {
  kind: Type.Optional(oneOf([...timelineKinds], 'What kind of event.')),
  endDate: Type.Optional(Instant('Last day of the event.')),
  location: Type.Optional(text('Where it takes place.')),
  organization: Type.Optional(text('Who runs it.')),
};

interface ContentType {
  /** What the console calls it, and the heading of its own fields there. */
  name: string;
  legend: string;
  /** In a sentence: one of it, and many. */
  noun: readonly [one: string, many: string];
  /** Of schema.org. */
  schemaType: string;
  /** Its own fields in the file of an item, all optional: a feed need not give them. */
  fields: TProperties;
  /** The endpoint that lists it; types that share one share its schema. */
  list: string;
  /** Where people find it in the media room, in the order of the navigation: `/shelf/id`. */
  shelf: string;
  /** Which of the room's views shows it; a happening is a place on the timeline and has no page of its own. */
  look: 'article' | 'episode' | 'video' | 'happening';
  /** In the podcast feed, with covers, chapters and transcripts of the recording. */
  isPodcast: boolean;
  /** Waits for the creator even where a feed publishes at once. */
  isAlwaysReviewed: boolean;
}

export const contentTypes = {
  article: {
    name: 'Article',
    noun: ['article', 'articles'],
    schemaType: 'Article',
    legend: 'The article',
    fields: {},
    list: 'articles',
    shelf: 'articles',
    look: 'article',
    isPodcast: false,
    isAlwaysReviewed: true,
  },
  episode: {
    name: 'Episode',
    noun: ['episode', 'episodes'],
    schemaType: 'PodcastEpisode',
    legend: 'The recording',
    fields: episode,
    list: 'episodes',
    shelf: 'episodes',
    look: 'episode',
    isPodcast: true,
    isAlwaysReviewed: false,
  },
  stream: {
    name: 'Stream',
    noun: ['stream', 'streams'],
    schemaType: 'BroadcastEvent',
    legend: 'The stream',
    fields: video,
    list: 'streamVideos',
    shelf: 'videos',
    look: 'video',
    isPodcast: false,
    isAlwaysReviewed: false,
  },
  video: {
    name: 'Video',
    noun: ['video', 'videos'],
    schemaType: 'VideoObject',
    legend: 'The video',
    fields: video,
    list: 'streamVideos',
    shelf: 'videos',
    look: 'video',
    isPodcast: false,
    isAlwaysReviewed: false,
  },
  timeline: {
    name: 'Timeline',
    noun: ['timeline entry', 'timeline entries'],
    schemaType: 'Event',
    legend: 'The event',
    fields: timeline,
    list: 'timelineEntries',
    shelf: 'timeline',
    look: 'happening',
    isPodcast: false,
    isAlwaysReviewed: false,
  },
} as const satisfies Record<string, ContentType>;

type Types = typeof contentTypes;
export type ItemType = keyof Types;
/** Lists that the sidecar pages through. */
export type ListName = Types[ItemType]['list'];
export type SectionName = Types[ItemType]['shelf'];
/** A shelf whose items have pages. */
export type PagedSectionName = {
  [T in ItemType]: Types[T]['look'] extends 'happening' ? never : Types[T]['shelf'];
}[ItemType];

export const itemTypes = Object.keys(contentTypes) as [ItemType, ...ItemType[]];
export const ItemType = oneOf([...itemTypes], 'What kind of content the item is.');
const unique = <T>(values: T[]): T[] => [...new Set(values)];
export const listNames = unique(itemTypes.map((type): ListName => contentTypes[type].list));
export const sectionNames = unique(itemTypes.map((type): SectionName => contentTypes[type].shelf));

export const hasPage = (type: ItemType): boolean => contentTypes[type].look !== 'happening';
export const pagedSectionNames = sectionNames.filter((shelf) =>
  typesInSection(shelf).some(hasPage),
) as PagedSectionName[];

export const typesInList = (name: ListName): ItemType[] => itemTypes.filter((type) => contentTypes[type].list === name);
export function typesInSection(shelf: SectionName): ItemType[] {
  return itemTypes.filter((type) => contentTypes[type].shelf === shelf);
}

type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;
/** Every field that some type has. */
export const typeFields = Object.assign({}, ...itemTypes.map((type) => contentTypes[type].fields)) as Merged<
  Types[ItemType]['fields']
>;
