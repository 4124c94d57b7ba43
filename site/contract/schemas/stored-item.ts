// The front matter of an item file in content/inbox, content/published and content/rejected; the body below it is Markdown.
import { type Static, Type } from 'typebox';
import { anything, closed, Instant, list, oneOf, text, Uri } from './shape.ts';

export const itemTypes = ['article', 'episode', 'stream', 'video', 'timeline'] as const;
export const ItemType = oneOf([...itemTypes], 'What kind of content the item is.');
export type ItemType = Static<typeof ItemType>;

export const timelineKinds = ['appearance', 'talk', 'release', 'award', 'milestone', 'press', 'post'] as const;
export const surfaces = ['mediaRoom', 'api'] as const;

const SocialLink = closed({
  id: text('Name of the network or place.'),
  label: text('Text of the link.'),
  url: Uri('Where the item was posted.'),
  sortOrder: Type.Number({ description: 'Ascending order of display.' }),
});
const Transcript = closed({
  url: Uri('Address of the transcript.'),
  type: text('Media type, such as text/vtt.'),
  language: Type.Optional(text('BCP 47 tag.')),
});
const Person = closed({
  name: text('Full name.'),
  role: Type.Optional(text('Podcasting 2.0 role, lower case: host, guest, editor …')),
  href: Type.Optional(Uri('Page about the person.')),
});

export const Chapter = closed({
  startSeconds: Type.Number({ minimum: 0, description: 'Where it begins, in seconds from the start.' }),
  title: text('Plain text; never empty.', { minLength: 1, maxLength: 300 }),
  url: Type.Optional(Uri('Page about the chapter.')),
});
export type Chapter = Static<typeof Chapter>;

/** An absolute address, or a file of the creator below content/media, which the room gives an address. */
const Picture = text('Picture of the item.', { pattern: '^(https?://|media/)' });

export const ThemeIds = list(text('Lower case.'), 'Themes of creator.json.');

const common = {
  id: Type.String({
    pattern: '^[a-z0-9-]+-[0-9a-f]{8}$',
    description: 'Slug of the first title seen and 8 hex digits.',
  }),
  type: ItemType,
  title: text('Plain text; never empty.', { minLength: 1 }),
  date: Instant('When it was published, UTC.'),
  updatedAt: Type.Optional(Instant('When it last changed at the source or by the creator, UTC.')),
  summary: Type.Optional(text('Plain text, at most 300 characters.', { maxLength: 300 })),
  canonicalUrl: Type.Optional(Uri('The item at its source.')),
  author: Type.Optional(text('Name of the author.')),
  language: Type.Optional(text('BCP 47 tag.')),
  image: Type.Optional(Picture),
  keywords: list(text('Lower case.'), 'Tags of the source and of the creator.'),
  /** An edit that waits may leave them out: those of the published version hold. */
  themeIds: Type.Optional(ThemeIds),
  sourceFeed: Type.Optional(text('Id of the feed in feeds.json.')),
  socialLinks: Type.Optional(list(SocialLink)),
  engagementScore: Type.Optional(Type.Number({ description: 'Likes plus restacks.' })),
  hiddenOn: Type.Optional(list(oneOf([...surfaces]), 'Surfaces that do not show the item.')),
  approvedAt: Type.Optional(Instant('When the creator approved it.')),
  retractedAt: Type.Optional(Instant('When the creator retracted it.')),
  source: Type.Optional(
    closed({
      key: text(
        'What identifies the item: a guid that is an address, else feed id and guid, else the link, else feed id, title and date.',
      ),
      hash: text('SHA-256 of what the source said, hex; a new one means an edit at the source.'),
      fields: Type.Optional(
        text(
          'What the source last said of each field: names with digests, such as “title:0123456789ab”, a blank between.',
        ),
      ),
      decided: Type.Optional(list(text('Name of a field.'), 'What the creator has decided about while it waits.')),
      theirs: Type.Optional(
        anything('What the source says of fields that the creator changed, too, until the creator has chosen.'),
      ),
    }),
  ),
};

const playable = { durationSeconds: Type.Optional(Type.Number({ minimum: 0, description: 'Length in seconds.' })) };

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
  transcripts: Type.Optional(list(Transcript)),
  persons: Type.Optional(list(Person)),
};

/** A video that is a file, which any player can play. */
const videoFile = {
  videoUrl: Type.Optional(Uri('The video file.')),
  videoType: Type.Optional(text('Media type of the video file.')),
  videoBytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size of the video file in bytes.' })),
  videoWidth: Type.Optional(Type.Integer({ minimum: 1, description: 'Width of the video in pixels.' })),
  videoHeight: Type.Optional(Type.Integer({ minimum: 1, description: 'Height of the video in pixels.' })),
};

const video = {
  platform: Type.Optional(text('youtube, peertube, vimeo, twitch … lower case.')),
  videoId: Type.Optional(text('Id of the video on its platform.')),
  embedUrl: Type.Optional(Uri('Address for an iframe.')),
  thumbnailUrl: Type.Optional(Picture),
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

export const StoredItem = closed({ ...common, ...playable, ...episode, ...videoFile, ...video, ...timeline });
export type StoredItem = Static<typeof StoredItem>;
export const itemFields = { common, playable, episode, videoFile, video, timeline };
