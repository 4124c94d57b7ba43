// Resolves what a typed query says about items to a test for positions: types, topics, kinds of works, dates, status.
import type { ItemType } from '#contract/content-types.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { countByType, type Filter, filterPredicate, isFiledTopic, personKey } from '#domain/lists/content-index.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { readPersonId } from '#domain/people.ts';
import type { ItemStatus, TypedQuery } from '#domain/query/typed-query.ts';
import { kindOfWork } from '#domain/query/synonyms.ts';
import { isUnspaced } from '#domain/search/words.ts';
import type { Release } from './release.ts';

export interface ItemFilter {
  filter: Filter;
  /** Types that the query names, or that its word for items means in this room. */
  types: ItemType[];
  topics: string[];
  /** Titles of the feeds that the query names. */
  feeds: string[];
  isWanted: (position: number) => boolean;
  /** True if `filter` decides alone. */
  isPlain: boolean;
  /** Words for items that mean nothing in this room. */
  unresolved: string[];
}

type FilteredRelease = Pick<Release, 'index' | 'facts'>;
interface Kind {
  types?: ItemType[];
  topic?: string;
  feed?: string;
}

/** Returns what a word for items means in the room: a topic, a feed, or its articles if they come from one feed. */
function resolveNoun({ index: { visible, items }, facts }: FilteredRelease, noun: string): Kind | undefined {
  const names = [noun, ...kindOfWork(noun)];
  const topic = names.find((name) => isFiledTopic(visible, name));
  if (topic !== undefined) return { topic };
  const feeds = feedsOf(items);
  const titleOf = (feed: string) => facts.channels?.[feed]?.title ?? '';
  const namedFeeds = feeds.filter((feed) =>
    names.some((name) => isNameOfFeed(feed, name) || isNameOfFeed(titleOf(feed), name)),
  );
  if (namedFeeds.length === 1 && feeds.length > 1) return { feed: namedFeeds[0]! };
  return countByType(visible, 'article') > 0 && feeds.length <= 1 ? { types: ['article'] } : undefined;
}

const minNameLetters = 4;

/** Returns true if the id or the title of a feed contains a word, whose last letter may be an ending. */
function isNameOfFeed(feed: string, name: string): boolean {
  const key = topicKey(name);
  if (isUnspaced(name)) return topicKey(feed).includes(key);
  return key.length >= minNameLetters && topicKey(feed).includes(key.slice(0, -1));
}

/** Returns a test for words that name one of several feeds. */
export function createFeedTest({ index }: Pick<FilteredRelease, 'index'>): (word: string) => boolean {
  let feeds: string[] | undefined;
  return (word) => {
    feeds ??= feedsOf(index.items);
    return feeds.length > 1 && feeds.filter((feed) => isNameOfFeed(feed, word)).length === 1;
  };
}

/** Maximum number of items whose feeds are read. */
const maxReadItems = 300;

/** Returns the feeds of articles. */
const feedsOf = (items: FilteredRelease['index']['items']): string[] => [
  ...new Set(items.where(({ type }) => type === 'article', maxReadItems).map(({ sourceFeed = '' }) => sourceFeed)),
];

const hasStatus = ({ status, access }: ContentItem, wanted: ItemStatus): boolean => {
  if (wanted === 'planned') return status === 'planned' || status === 'upcoming';
  if (wanted === 'source') return access === 'source';
  if (wanted === 'open') return access === undefined;
  return status === 'live';
};

/** Returns the person whose items the query asks for, as “episodes with Greta Moss” does. */
function findPerson(
  { index: { visible } }: Pick<FilteredRelease, 'index'>,
  { words, isItems, hasSubject }: TypedQuery,
): Pick<Filter, 'person'> {
  const person = readPersonId(words.join(' '));
  const isKnown = words.length > 1 && visible.positions.has(personKey(person));
  return isItems && !hasSubject && isKnown ? { person } : {};
}

export function createFilter(room: FilteredRelease, query: TypedQuery): ItemFilter {
  const { visible, items } = room.index;
  const kinds = query.nouns.map((noun) => [noun, resolveNoun(room, noun)] as const);
  const resolved = kinds.flatMap(([, kind]) => kind ?? []);
  // Streams that are over may be videos.
  const isReplaced = query.types.includes('stream') && !query.isCount && countByType(visible, 'stream') === 0;
  const statedTypes = query.types.map((type) => (type === 'stream' && isReplaced ? 'video' : type));
  const types = [...new Set([...statedTypes, ...resolved.flatMap((kind) => kind.types ?? [])])];
  const topics = [...query.topics, ...resolved.flatMap(({ topic }) => topic ?? [])];
  const feeds = resolved.flatMap(({ feed }) => feed ?? []);
  const { from, to, status, itemLanguage } = query;
  const filter: Filter = {
    types,
    ...(from && { from }),
    ...(to && { to }),
    ...(topics.length > 0 && { topics }),
    ...findPerson(room, query),
  };
  const fits = filterPredicate(visible, filter);
  const fitsItem = (item: ContentItem): boolean =>
    (feeds.length === 0 || feeds.includes(item.sourceFeed ?? '')) &&
    (!itemLanguage || (item.language ?? room.facts.creator.language).startsWith(itemLanguage)) &&
    (!status || hasStatus(item, status.is) === !status.not);
  const isPlain = feeds.length === 0 && !status && !itemLanguage;
  return {
    filter,
    types,
    topics,
    feeds: feeds.map((feed) => room.facts.channels?.[feed]?.title ?? feed),
    isPlain,
    isWanted: isPlain ? fits : (position) => fits(position) && fitsItem(items.at(position)),
    unresolved: [...(isReplaced ? ['stream'] : []), ...kinds.flatMap(([noun, kind]) => (kind ? [] : [noun]))],
  };
}

/** Returns true if the room has no items of these types. */
export const lacksTypes = ({ index }: Pick<FilteredRelease, 'index'>, types: ItemType[]): boolean =>
  types.length > 0 && types.every((type) => countByType(index.visible, type) === 0);
