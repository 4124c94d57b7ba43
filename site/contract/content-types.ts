// The content types, one record each: fields, list, section of the media room, and special rules.
import { type Static, type TProperties, Type } from 'typebox';
import { closedObject, Instant, list, oneOf, text, Uri } from './schemas/shape.ts';

export const timelineKinds = [
  'appearance',
  'talk',
  'event',
  'release',
  'publication',
  'work',
  'award',
  'milestone',
  'press',
  'post',
] as const;

/** Facts of works, releases, publications and events. */
export const factLabels = ['materials', 'dimensions', 'label', 'publisher', 'journal', 'doi', 'isbn'] as const;

const Fact = closedObject({
  label: oneOf([...factLabels], 'Name of the fact.'),
  value: text('Plain text.', { minLength: 1, maxLength: 300 }),
});
export type Fact = Static<typeof Fact>;

const Transcript = closedObject({
  url: Uri('Address of the transcript.'),
  type: text('Media type, such as text/vtt.'),
  language: Type.Optional(text('Language tag, such as en or pt-BR (BCP 47).')),
});
const Person = closedObject({
  name: text('Full name.'),
  role: Type.Optional(text('Podcasting 2.0 role, lower case: host, guest, editor …')),
  href: Type.Optional(Uri('Page about the person.')),
});

export const Chapter = closedObject({
  startSeconds: Type.Number({ minimum: 0, description: 'Begin of the chapter in seconds.' }),
  title: text('Plain text; never empty.', { minLength: 1, maxLength: 300 }),
  url: Type.Optional(Uri('Page about the chapter.')),
});
export type Chapter = Static<typeof Chapter>;

const PullQuote = closedObject({
  text: text('Words of the quote.', { minLength: 1, maxLength: 500 }),
  startSeconds: Type.Number({ minimum: 0, description: 'Begin of the quote in seconds.' }),
  speaker: Type.Optional(text('Speaker, if known.')),
});
export type PullQuote = Static<typeof PullQuote>;

/** An absolute address, or the path of a file below content/media. */
export const ItemPicture = text('Picture of the item.', { pattern: '^(https?://|media/)' });

/** Fields of a video file that any player can play. */
const videoFile = {
  videoUrl: Type.Optional(Uri('The video file.')),
  videoType: Type.Optional(text('Media type of the video file.')),
  videoBytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size of the video file in bytes.' })),
  videoWidth: Type.Optional(Type.Integer({ minimum: 1, description: 'Width of the video in pixels.' })),
  videoHeight: Type.Optional(Type.Integer({ minimum: 1, description: 'Height of the video in pixels.' })),
  alternatives: Type.Optional(
    list(
      closedObject({
        url: Uri('Address of the file.'),
        type: text('Media type.'),
        bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size in bytes.' })),
        height: Type.Optional(Type.Integer({ minimum: 1, description: 'Height of a video in pixels.' })),
      }),
      'Other files of the same recording.',
    ),
  ),
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
  chapters: Type.Optional(list(Chapter, 'Chapters in the order of their times.')),
  pullQuotes: Type.Optional(list(PullQuote, 'Sentences of the recording that the creator chose, in order.')),
  transcripts: Type.Optional(list(Transcript)),
  persons: Type.Optional(list(Person)),
  ...videoFile,
};

/** Schedule of streams and events. */
const schedule = {
  status: Type.Optional(
    oneOf(
      ['upcoming', 'live', 'ended', 'cancelled', 'moved', 'past'],
      'Streams are upcoming, live or ended; events may be cancelled, moved or past.',
    ),
  ),
  startsAt: Type.Optional(Instant('Start of a stream or event.')),
  endsAt: Type.Optional(Instant('End of a stream or event.')),
};

const video = {
  ...videoFile,
  platform: Type.Optional(text('youtube, peertube, vimeo, twitch … lower case.')),
  videoId: Type.Optional(text('Id of the video on its platform.')),
  embedUrl: Type.Optional(Uri('Address for an iframe.')),
  thumbnailUrl: Type.Optional(ItemPicture),
  channel: Type.Optional(text('Name of the channel.')),
  viewCount: Type.Optional(Type.Integer({ minimum: 0 })),
  isShort: Type.Optional(Type.Boolean({ description: 'True for a short vertical video, such as a YouTube Short.' })),
  ...schedule,
};

const ContentWarning = closedObject({
  label: Type.Optional(text('Warning in the words of its author.', { maxLength: 300 })),
  text: Type.Optional(text('The text behind the warning; plain text.', { maxLength: 5000 })),
  image: Type.Optional(ItemPicture),
});

const timeline = {
  kind: Type.Optional(oneOf([...timelineKinds], 'Kind of entry.')),
  endDate: Type.Optional(Instant('Last day of the event.')),
  venue: Type.Optional(text('Building or room of the event.')),
  location: Type.Optional(text('Place of the event.')),
  organization: Type.Optional(text('Organiser or publisher.')),
  isReply: Type.Optional(Type.Boolean({ description: 'True for a reply to the post of somebody else.' })),
  contentWarning: Type.Optional(ContentWarning),
  facts: Type.Optional(list(Fact, 'Materials, dimensions, label, publisher and the like.')),
  ...schedule,
};

interface ContentType {
  name: string;
  legend: string;
  /** Singular and plural for use in a sentence. */
  noun: readonly [one: string, many: string];
  /** Type in the schema.org vocabulary. */
  schemaType: string;
  /** Fields that only this type has in the file of an item; all are optional, because a feed may omit them. */
  fields: TProperties;
  /** Name of the endpoint that lists the type; types with the same list share its schema. */
  list: string;
  /** Section of the media room that shows the type, in the order of the navigation: `/section/id`. */
  section: string;
  /** View that shows an item; a happening is an entry of the timeline and has no page of its own. */
  look: 'article' | 'episode' | 'video' | 'happening';
  /** The podcast feed contains the type, with covers, chapters and transcripts. */
  isPodcast: boolean;
  /** Items wait for the creator's approval even if their feed is published without review. */
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
    section: 'articles',
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
    section: 'episodes',
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
    section: 'videos',
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
    section: 'videos',
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
    section: 'timeline',
    look: 'happening',
    isPodcast: false,
    isAlwaysReviewed: false,
  },
} as const satisfies Record<string, ContentType>;

type Types = typeof contentTypes;
export type ItemType = keyof Types;
/** Lists that the sidecar pages through. */
export type ListName = Types[ItemType]['list'];
export type SectionName = Types[ItemType]['section'];
/** A section whose items have pages of their own. */
export type PagedSectionName = {
  [T in ItemType]: Types[T]['look'] extends 'happening' ? never : Types[T]['section'];
}[ItemType];

export const itemTypes = Object.keys(contentTypes) as [ItemType, ...ItemType[]];
export const ItemType = oneOf([...itemTypes], 'Type of the item.');
const uniqueValues = <T>(values: T[]): T[] => [...new Set(values)];
export const listNames = uniqueValues(itemTypes.map((type): ListName => contentTypes[type].list));
export const sectionNames = uniqueValues(itemTypes.map((type): SectionName => contentTypes[type].section));

export const hasPage = (type: ItemType): boolean => contentTypes[type].look !== 'happening';
export const pagedSectionNames = sectionNames.filter((section) =>
  typesInSection(section).some(hasPage),
) as PagedSectionName[];

export const typesInList = (name: ListName): ItemType[] => itemTypes.filter((type) => contentTypes[type].list === name);
export function typesInSection(section: SectionName): ItemType[] {
  return itemTypes.filter((type) => contentTypes[type].section === section);
}

/** All members of a union of objects in one object. */
export type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;
export const typeFields = Object.assign({}, ...itemTypes.map((type) => contentTypes[type].fields)) as Intersection<
  Types[ItemType]['fields']
>;
