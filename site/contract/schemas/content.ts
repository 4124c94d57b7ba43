// The wire shapes of content: the content item, and each type's own entry.
import { type Static, type TSchema, Type } from 'typebox';
import { closedObject, Count, Day, flag, HttpDate, Instant, list, oneOf, text, Uri, sandboxFields } from './shape.ts';
import { ItemAccess, withheldFields } from './payment.ts';
import { contentTypes, ItemType } from '../content-types.ts';
import { commonFields as common, ThemeIds } from './stored-item.ts';

const { episode, video, timeline } = contentTypes;
const { kind } = timeline.fields;

/** Members of every item. Documents for readers describe a field with a `title` only once. */
const contentItem = {
  type: { ...ItemType, title: 'ItemType' },
  kind,
  id: text('Stable, readable id.'),
  title: text('Plain text.'),
  url: Uri('Page of the item in the media room.'),
  date: Day('Publication date.'),
  publishedAt: Instant('Time of publication; lists are sorted by it.'),
  status: Type.Optional(
    oneOf(
      ['planned', 'upcoming', 'live', 'ended', 'cancelled', 'moved', 'past'],
      'planned: dated in the future; streams are upcoming, live or ended; events may be cancelled, moved or past.',
      { title: 'ItemStatus' },
    ),
  ),
  lastModified: HttpDate('Time of the last change.'),
  summary: common.summary,
  keywords: { ...common.keywords, title: 'Keywords' },
  themeIds: { ...ThemeIds, title: 'ThemeIds' },
  personIds: Type.Optional(list(text('Id of a person.'), 'Its people.')),
  language: common.language,
  image: Type.Optional(Uri('Picture of the item.')),
  durationSeconds: common.durationSeconds,
  sourceFeed: common.sourceFeed,
  updatedAt: common.updatedAt,
  reviewed: common.reviewed,
  engagementScore: common.engagementScore,
  socialLinks: common.socialLinks,
  access: Type.Optional(Type.Union([common.access, ItemAccess], { title: 'TextAccess' })),
  ...sandboxFields,
};

export const ContentItem = closedObject(contentItem, { title: 'ContentItem' });
export type ContentItem = Static<typeof ContentItem>;

const articleEntry = {
  ...contentItem,
  author: common.author,
  wordCount: Count('Words of the body.'),
  readingTimeMinutes: Count('At 230 words a minute, rounded up.'),
  canonicalUrl: common.canonicalUrl,
  markdownUrl: Uri('The article as Markdown.'),
  approvedAt: common.approvedAt,
  attribution: Type.Optional(text('Credit line.')),
};

export const ArticleEntry = closedObject(articleEntry, { title: 'ArticleEntry' });
export type ArticleEntry = Static<typeof ArticleEntry>;

export const Article = closedObject(
  {
    ...articleEntry,
    bodyMarkdown: text('The whole text as Markdown.'),
    bodyHtml: text('The whole text as safe HTML.'),
  },
  { title: 'Article' },
);
export type Article = Static<typeof Article>;

export const Episode = closedObject(
  { ...contentItem, ...episode.fields, canonicalUrl: common.canonicalUrl },
  { title: 'Episode' },
);
export type Episode = Static<typeof Episode>;

export const StreamVideo = closedObject(
  {
    ...contentItem,
    ...video.fields,
    status: contentItem.status,
    thumbnailUrl: Type.Optional(Uri('Still picture.')),
    canonicalUrl: common.canonicalUrl,
  },
  { title: 'StreamVideo' },
);
export type StreamVideo = Static<typeof StreamVideo>;

export const TimelineEntry = closedObject(
  {
    id: contentItem.id,
    type: ItemType,
    title: contentItem.title,
    date: contentItem.date,
    publishedAt: contentItem.publishedAt,
    status: contentItem.status,
    endDate: Type.Optional(Day('Last day of the event.')),
    startsAt: timeline.fields.startsAt,
    endsAt: timeline.fields.endsAt,
    kind,
    description: Type.Optional(text('Plain text.')),
    url: contentItem.url,
    canonicalUrl: common.canonicalUrl,
    venue: timeline.fields.venue,
    location: timeline.fields.location,
    organization: timeline.fields.organization,
    facts: timeline.fields.facts,
    author: Type.Optional(text('Name of the author, if it is not the creator.')),
    isReply: timeline.fields.isReply,
    contentWarning: timeline.fields.contentWarning,
    image: contentItem.image,
    images: Type.Optional(
      list(closedObject({ url: Uri('Address of the picture.'), alt: text('Its description.') }), 'All its pictures.'),
    ),
    reviewed: common.reviewed,
    ...sandboxFields,
  },
  { title: 'TimelineEntry' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** Response that `fields` or `maxTokens` has shortened. */
export const Trimmed = Type.Object(
  { truncated: Type.Optional(flag('Cut by maxTokens.')) },
  { title: 'Trimmed', description: 'With fields or maxTokens: the same shape with fewer members.' },
);

/** Item of any type with its complete text. */
export const WholeItem = closedObject(
  {
    id: contentItem.id,
    type: ItemType,
    title: contentItem.title,
    url: contentItem.url,
    date: contentItem.date,
    reviewed: common.reviewed,
    markdown: text('Details, text, chapters and transcript as Markdown with front matter, or a part of it.'),
    totalCharacters: Count('Characters of the whole Markdown.'),
    nextOffset: Type.Optional(Count('offset for the next part.')),
    _sandbox: Type.Optional(flag('Mock data.')),
  },
  { title: 'WholeItem' },
);
export type WholeItem = Static<typeof WholeItem>;

const EmptyReason = oneOf(
  ['index_empty', 'filter', 'l402_required', 'per_surface_visibility'],
  'Reason why the list is empty.',
  { title: 'EmptyReason' },
);

/** @spec-gap topics */
export const Suggestions = Type.Optional(
  list(text('A topic of this room.'), 'For an unknown topic: at most three similar topics, nearest first.'),
);

/** Members that explain why a response is empty or shortened, and how to get the rest. @spec-gap empty-reason */
export const gapFields = { emptyReason: Type.Optional(EmptyReason), ...withheldFields };

/** Members of every list: `count` in this response, `total` before limit and offset. @spec-gap lists-shape */
export const listFields = <T extends TSchema>(item: T) => ({
  items: list(item, 'Newest first, ties by id.'),
  count: Count('Items in this response.'),
  total: Count('All matching items.'),
  offsetPastEnd: Type.Optional(flag('offset skips all items.')),
  ...gapFields,
});
export const listResponse = <T extends TSchema>(item: T) => closedObject({ ...listFields(item), ...sandboxFields });

/** @spec-gap people */
export const PersonEntry = closedObject(
  {
    id: text('Readable id.'),
    name: text('Most frequent spelling.'),
    isCreator: flag('True for the creator and each member.'),
    roles: list(text('host, guest, author, speaker …')),
    itemCount: Count('Number of items.'),
    url: Type.Optional(Uri('Page of the person.')),
    itemsUrl: Uri('Their items.'),
    website: Type.Optional(Uri('Their own page.')),
    ...sandboxFields,
  },
  { title: 'PersonEntry' },
);
export type PersonEntry = Static<typeof PersonEntry>;

export const People = closedObject({
  items: list(PersonEntry, 'Those with most items first.'),
  count: Count('People in this response.'),
  total: Count('All people.'),
  ...sandboxFields,
});
export type People = Static<typeof People>;

const SyndicationRights = closedObject({
  available: flag('True if the content may be syndicated.'),
  attribution: text('Credit line.'),
  terms: text('Permitted uses of the picture.'),
  l402Required: flag('True if payment or work is required.'),
});

export type EmptyReasonValue = Static<typeof EmptyReason>;

export const ContentIndex = closedObject(
  {
    ...listFields(ContentItem),
    suggestions: Suggestions,
    publication: text('Name of the publication.'),
    authorName: text('Name of the creator.'),
    contentIndexUrl: Uri('This resource.'),
    indexUpdatedAt: Instant('Newest change of the content.'),
    syndicationRights: Type.Optional(SyndicationRights),
    shards: Type.Optional(list(Uri('500 items each, numbered from the oldest.'), 'The whole index as static files.')),
    _sandbox: Type.Optional(Type.Boolean()),
  },
  { title: 'ContentIndex' },
);
export type ContentIndex = Static<typeof ContentIndex>;

export const ContentCount = closedObject(
  {
    count: Count('Matching items.'),
    total: Count('Equals count.'),
    indexUpdatedAt: Instant('Newest change of the content.'),
    emptyReason: Type.Optional(EmptyReason),
    suggestions: Suggestions,
    _sandbox: Type.Optional(Type.Boolean()),
  },
  { title: 'ContentCount' },
);
export type ContentCount = Static<typeof ContentCount>;

export const ContentIndexShard = closedObject(
  { ...sandboxFields, shard: Type.Integer({ minimum: 1 }), ...listFields(ContentItem) },
  { title: 'ContentIndexShard' },
);
export type ContentIndexShard = Static<typeof ContentIndexShard>;
