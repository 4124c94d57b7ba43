// The wire shapes of the directory: queries, creators, changes and items.
import { type Static, Type } from 'typebox';
import { nexusMaxLimit, nexusSearchMaxLimit, searchMaxCharacters } from '../limits.ts';
import { integer, pagingFields } from './queries.ts';
import { closedObject, Count, Day, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';
import { ItemType } from '../content-types.ts';
import { thirdPartyFields } from './trust.ts';

/** Returns the schema of a search word; stores cannot keep U+0000. */
const word = (description: string) => text(description, { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' });
const cursor = optional(text('nextCursor of the previous page.', { maxLength: 400 }));
const topic = optional(word('Only items with this topic, or of creators with it; case-insensitive.'));

export const NexusCreatorsQuery = Type.Object({
  topic: optional(word('Only creators with exactly this topic; case-insensitive.')),
  tag: optional(word('Only creators with this topic, in addition to `topic`.')),
  keyword: optional(word('Only creators with these words in topics, name or oneLiner; ignores case and accents.')),
  ...pagingFields(20, nexusMaxLimit),
  cursor,
  sort: optional(oneOf(['updatedDesc', 'nameAsc'], 'Newest change first (default), or by name.')),
  expand: optional(oneOf(['bookingHints'], 'Adds topics, oneLiner and bookingRequestUrl.')),
});
export type NexusCreatorsQuery = Static<typeof NexusCreatorsQuery>;

export const NexusFeedQuery = Type.Object({
  limit: optional(integer(1, nexusMaxLimit, 'Maximum number of creators.', 20)),
  cursor,
});
export type NexusFeedQuery = Static<typeof NexusFeedQuery>;

export const NexusSearchQuery = Type.Object({
  q: text('Words to find in titles, summaries and topics of items; the last one may be a prefix.', {
    minLength: 1,
    maxLength: searchMaxCharacters,
  }),
  topic,
  limit: optional(integer(1, nexusSearchMaxLimit, 'Maximum number of creators.', 10)),
});
export type NexusSearchQuery = Static<typeof NexusSearchQuery>;

export const NexusDigestQuery = Type.Object({
  format: optional(oneOf(['json', 'rss', 'atom'], 'JSON Feed 1.1 (default), RSS 2.0 or Atom 1.0.')),
  window: optional(oneOf(['7d', '30d'], 'Number of days until today (UTC). Default 7d.')),
  topic,
  limit: optional(integer(1, nexusMaxLimit, 'Maximum number of items.', 50)),
});
export type NexusDigestQuery = Static<typeof NexusDigestQuery>;

export const NexusRegistration = Type.Object(
  {
    agentBaseUrl: text('Base address of the room: an http or https origin.', { minLength: 1, maxLength: 2048 }),
    mediaRoomUrl: optional(text('Ignored: the address comes from the room’s profile.', { maxLength: 2048 })),
  },
  { title: 'NexusRegistration' },
);

export const NexusRegistered = closedObject(
  { ...postFields, tenantId: text('Id in the directory.'), status: oneOf(['active'], 'The room is listed.') },
  { title: 'NexusRegistered' },
);
export type NexusRegistered = Static<typeof NexusRegistered>;

const tenant = {
  tenantId: text('Id in the directory.'),
  indexUrl: Uri('API index of the creator.'),
  agentBaseUrl: Uri('Base address.'),
  updatedAt: Instant('Newest change.'),
};

const hints = {
  topics: optional(list(text('A topic.'))),
  oneLiner: optional(text('One sentence about your publication.')),
  bookingRequestUrl: optional(Uri('POST a booking request here.')),
};

const creator = {
  ...tenant,
  name: text('Name of the creator.'),
  mediaRoomUrl: Uri('Media room.'),
  ...hints,
};

export const NexusCreator = closedObject(
  {
    ...creator,
    status: optional(oneOf(['active', 'stale'], 'stale: the room has not responded recently.')),
    contentCount: optional(Count('Items in the directory.')),
    seenAt: optional(Instant('Last response of the room.')),
  },
  { title: 'NexusCreator' },
);
export type NexusCreator = Static<typeof NexusCreator>;

const NexusSuggestions = Type.Optional(
  list(text('A topic of creators.'), 'For an unknown topic: at most three existing topics.'),
);

export const NexusCreators = closedObject(
  {
    ...thirdPartyFields,
    creators: list(NexusCreator),
    count: Count('Creators in this response.'),
    total: Count('Matching creators.'),
    suggestions: NexusSuggestions,
    nextCursor: optional(
      text('Present if there are more. Pages by cursor neither skip nor repeat unchanged creators.'),
    ),
  },
  { title: 'NexusCreators' },
);
export type NexusCreators = Static<typeof NexusCreators>;

export const NexusFeed = closedObject(
  {
    ...thirdPartyFields,
    entries: list(closedObject(tenant), 'Newest first.'),
    nextCursor: optional(text('Present if there are more.')),
  },
  { title: 'NexusFeed' },
);
export type NexusFeed = Static<typeof NexusFeed>;

const Item = closedObject(
  {
    id: text('Id of the item at its creator.'),
    type: ItemType,
    title: text('Title.'),
    url: Uri('Page of the item.'),
    date: Day('Publication date.'),
    summary: optional(text('Plain text.')),
    topics: list(text('Keyword, lower case.')),
  },
  { title: 'NexusItem' },
);
export const NexusResults = closedObject(
  {
    ...thirdPartyFields,
    query: text('The query.'),
    matched: oneOf(['all', 'any', 'none'], 'all: items with all words; any: items with at least one; none: no items.'),
    creators: list(
      closedObject({
        ...creator,
        score: Type.Number({ description: 'Higher is better; only comparable within a response.' }),
        items: list(Item, 'Best items of the creator, at most three.'),
      }),
      'Best first.',
    ),
    count: Count('Creators in this response.'),
    suggestions: NexusSuggestions,
    total: Count('Matching creators; if very many items match, among the newest.'),
  },
  { title: 'NexusResults' },
);
export type NexusItem = Static<typeof Item>;
export type NexusResults = Static<typeof NexusResults>;

/** https://www.jsonfeed.org/version/1.1/ */
export const NexusDigest = closedObject(
  {
    version: Uri('Version of JSON Feed.'),
    title: text('Name of the digest.'),
    description: optional(text('Notice about texts of other rooms.')),
    home_page_url: Uri('Page of the directory.'),
    feed_url: Uri('Address of this digest.'),
    items: list(
      closedObject({
        id: text('Address of the item.'),
        url: Uri('Page of the item.'),
        title: text('Title.'),
        content_text: text('Summary, or else the title.'),
        date_published: Instant('Day when it was published.'),
        authors: list(closedObject({ name: text('Name of the creator.'), url: Uri('Media room.') })),
        tags: optional(list(text('Topic.'))),
      }),
      'Newest first.',
    ),
  },
  { title: 'NexusDigest' },
);
