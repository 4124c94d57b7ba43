// The wire shapes of the directory: queries, creators, changes and items.
import { type Static, Type } from 'typebox';
import { nexusMaxLimit, nexusSearchMaxLimit, searchMaxCharacters } from '../limits.ts';
import { integer, pagingFields } from './queries.ts';
import { closedObject, Count, Day, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';
import { ItemType } from '../content-types.ts';
import { thirdPartyFields } from './trust.ts';

/** Returns the schema of a search word; stores cannot keep U+0000. */
const word = (description: string) => text(description, { minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' });
const cursor = optional(text('nextCursor of the page before, as it was given.', { maxLength: 400 }));
const topic = optional(word('Only what has this topic, or is of a creator who has it; case-insensitive.'));

export const NexusCreatorsQuery = Type.Object({
  topic: optional(word('Only creators with this topic; case-insensitive, the whole topic.')),
  tag: optional(word('Only creators with this topic, too: joined with `topic` by AND.')),
  keyword: optional(
    word('Only creators with these words in topics, name or oneLiner; case and accents do not matter.'),
  ),
  ...pagingFields(20, nexusMaxLimit),
  cursor,
  sort: optional(oneOf(['updatedDesc', 'nameAsc'], 'Newest change first (default), or by name.')),
  expand: optional(oneOf(['bookingHints'], 'Adds topics, oneLiner and bookingRequestUrl.')),
});
export type NexusCreatorsQuery = Static<typeof NexusCreatorsQuery>;

export const NexusFeedQuery = Type.Object({
  limit: optional(integer(1, nexusMaxLimit, 'How many at most.', 20)),
  cursor,
});
export type NexusFeedQuery = Static<typeof NexusFeedQuery>;

export const NexusSearchQuery = Type.Object({
  q: text('Words that titles, summaries and topics of items are searched for; the last one may be a beginning.', {
    minLength: 1,
    maxLength: searchMaxCharacters,
  }),
  topic,
  limit: optional(integer(1, nexusSearchMaxLimit, 'How many creators at most.', 10)),
});
export type NexusSearchQuery = Static<typeof NexusSearchQuery>;

export const NexusDigestQuery = Type.Object({
  format: optional(oneOf(['json', 'rss', 'atom'], 'JSON Feed 1.1 (default), RSS 2.0 or Atom 1.0.')),
  window: optional(oneOf(['7d', '30d'], 'How many days back, from today in UTC. Default 7d.')),
  topic,
  limit: optional(integer(1, nexusMaxLimit, 'How many items at most.', 50)),
});
export type NexusDigestQuery = Static<typeof NexusDigestQuery>;

export const NexusRegistration = Type.Object(
  {
    agentBaseUrl: text('Base address of the room: an http or https origin.', { minLength: 1, maxLength: 2048 }),
    mediaRoomUrl: optional(text('Not needed: the room itself says where it is.', { maxLength: 2048 })),
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
  agentBaseUrl: Uri('Base address, maybe self-hosted.'),
  updatedAt: Instant('Newest change.'),
};

const hints = {
  topics: optional(list(text('A topic.'))),
  oneLiner: optional(text('One sentence.')),
  bookingRequestUrl: optional(Uri('POST a booking request here.')),
};

const creator = {
  ...tenant,
  name: text('Name of the creator.'),
  mediaRoomUrl: Uri('The room for people.'),
  ...hints,
};

export const NexusCreator = closedObject(
  {
    ...creator,
    status: optional(oneOf(['active', 'stale'], 'stale: the room did not answer lately.')),
    contentCount: optional(Count('Items that the directory knows of.')),
    seenAt: optional(Instant('When the room last answered the directory.')),
  },
  { title: 'NexusCreator' },
);
export type NexusCreator = Static<typeof NexusCreator>;

const NexusSuggestions = Type.Optional(
  list(text('A topic of creators.'), 'Where nobody has the topic that was asked for: at most three that some have.'),
);

export const NexusCreators = closedObject(
  {
    ...thirdPartyFields,
    creators: list(NexusCreator),
    count: Count('Creators in this answer.'),
    total: Count('Creators that match.'),
    suggestions: NexusSuggestions,
    nextCursor: optional(
      text('Opaque; present when more exist. Pages by it neither skip nor repeat a creator who did not change.'),
    ),
  },
  { title: 'NexusCreators' },
);
export type NexusCreators = Static<typeof NexusCreators>;

export const NexusFeed = closedObject(
  {
    ...thirdPartyFields,
    entries: list(closedObject(tenant), 'Newest first.'),
    nextCursor: optional(text('Opaque; present when more exist.')),
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
    date: Day('When it was published.'),
    summary: optional(text('Plain text.')),
    topics: list(text('Keyword, lower case.')),
  },
  { title: 'NexusItem' },
);
export const NexusResults = closedObject(
  {
    ...thirdPartyFields,
    query: text('As it was asked.'),
    matched: oneOf(
      ['all', 'any', 'none'],
      'Whether the items hold all words, or, where none does, at least one of them; none: nothing was found.',
    ),
    creators: list(
      closedObject({
        ...creator,
        score: Type.Number({ description: 'Higher fits better. Compare it within one answer only.' }),
        items: list(Item, 'The best of the creator, at most three.'),
      }),
      'Best first.',
    ),
    count: Count('Creators in this answer.'),
    suggestions: NexusSuggestions,
    total: Count('Creators found; where very many items match, among the newest of them.'),
  },
  { title: 'NexusResults' },
);
export type NexusItem = Static<typeof Item>;
export type NexusResults = Static<typeof NexusResults>;

/** https://www.jsonfeed.org/version/1.1/ */
export const NexusDigest = closedObject(
  {
    version: Uri('Of the format.'),
    title: text('Name of the digest.'),
    description: optional(text('Says that the texts are by other rooms, where they are.')),
    home_page_url: Uri('The directory for people.'),
    feed_url: Uri('The digest as it was asked for.'),
    items: list(
      closedObject({
        id: text('Address of the item.'),
        url: Uri('Page of the item.'),
        title: text('Title.'),
        content_text: text('Summary, or the title where there is none.'),
        date_published: Instant('Day when it was published.'),
        authors: list(closedObject({ name: text('Name of the creator.'), url: Uri('The room for people.') })),
        tags: optional(list(text('Topic.'))),
      }),
      'Newest first.',
    ),
  },
  { title: 'NexusDigest' },
);
