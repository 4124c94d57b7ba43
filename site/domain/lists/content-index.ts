// The content index in memory: finds a filtered window and its total in microseconds, for any number of items.
//
// Items lie newest first, so a span of time is a span of positions, found by bisection. Where days of several offsets
// are mixed, their order may differ from that of the times; then a span of days is found item by item. For each type,
// topic and person there is an ascending list of positions. A query for one of them bisects its list; any other query
// tests the positions of the shortest list.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import {
  collectTopics,
  type TopicNaming,
  resolveTopic,
  type Topics,
  topicKeys,
  buildThemeKeys,
  buildTopics,
} from './topics.ts';

/** The properties of an item that queries filter by. */
export interface IndexedItem {
  type: ItemType;
  /** YYYY-MM-DD */
  date: string;
  /** RFC 3339; defaults to the beginning of the day in UTC. */
  publishedAt?: string;
  keywords: string[];
  themeIds: string[];
  personIds?: string[];
}

/** An item that the creator has hidden from the API. */
export interface HiddenItem extends IndexedItem {
  id: string;
  title: string;
}

export interface Filter {
  /** Accepted types; empty for all types. */
  types: ItemType[];
  /** Topics as the client wrote them; an item must match all of them. */
  topics?: string[];
  /** Id of a person of the items. */
  person?: string;
  /** First day (YYYY-MM-DD) or time (RFC 3339), inclusive. */
  from?: string;
  to?: string;
  /** Number of planned items, which have the first positions. They come last in a window, the next one first. */
  plannedCount?: number;
  /** Excludes planned items. */
  isCurrent?: boolean;
}

export interface ContentIndexMemory {
  size: number;
  /** Days as numbers (20260131) by position. */
  days: Uint32Array;
  /** Seconds since the epoch, newest first. */
  times: Float64Array;
  /** True if the days descend in the same order as the times. */
  hasDaysInOrder: boolean;
  /** Indexes in `itemTypes` by position. */
  types: Uint8Array;
  /** Ascending positions by the keys of types, topics and persons. */
  positions: ReadonlyMap<string, PositionList>;
  topics: Topics;
  findMentions: FindMentions;
}

type PositionList = readonly number[];

/** Returns the ascending positions of items whose title or summary contains all words of a topic. */
export type FindMentions = (topic: string) => PositionList;

export interface IndexWindow {
  total: number;
  /** Positions in the window: current items with the newest first, then planned items. */
  window: number[];
}

/** Returns the key of a type or person. No topic has a colon. */
const typeKey = (type: ItemType): string => `type:${type}`;
export const personKey = (id: string): string => `person:${id}`;

const publishedSeconds = ({ publishedAt, date }: IndexedItem): number =>
  Math.floor(Date.parse(publishedAt ?? `${date}T00:00:00Z`) / 1000);

const dayNumber = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));

function listPositions(items: IndexedItem[], themes: TopicNaming['themes']): ContentIndexMemory['positions'] {
  const themeKeys = buildThemeKeys(themes);
  const positions = new Map<string, number[]>();
  for (const [position, { type, themeIds, keywords, personIds = [] }] of items.entries()) {
    const keys = new Set([
      typeKey(type),
      ...themeIds.flatMap((id) => topicKeys(themeKeys, id, true)),
      ...keywords.flatMap((word) => topicKeys(themeKeys, word, false)),
      ...personIds.map(personKey),
    ]);
    for (const key of keys) {
      const list = positions.get(key);
      if (list) list.push(position);
      else positions.set(key, [position]);
    }
  }
  return positions;
}

/** `items` are newest first. Without `findMentions` the items of a topic are those that are filed under it. */
export function buildContentIndex(
  items: IndexedItem[],
  naming: TopicNaming,
  findMentions: FindMentions = () => [],
): ContentIndexMemory {
  const days = Uint32Array.from(items, ({ date }) => dayNumber(date));
  return {
    size: items.length,
    days,
    times: Float64Array.from(items, publishedSeconds),
    hasDaysInOrder: days.every((day, at) => at === 0 || day <= days[at - 1]!),
    types: Uint8Array.from(items, ({ type }) => itemTypes.indexOf(type)),
    positions: listPositions(items, naming.themes),
    topics: buildTopics(collectTopics(items), naming),
    findMentions,
  };
}

const listOf = ({ positions }: ContentIndexMemory, key: string): PositionList => positions.get(key) ?? [];

export const countByType = (memory: ContentIndexMemory, type: ItemType): number => listOf(memory, typeKey(type)).length;

/** Returns the first index in an ascending list whose value is not below `value`. */
function lowerBound(list: PositionList, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first index in a descending list whose value is below `value`, or equal if `including`. */
function firstBefore(list: Uint32Array | Float64Array, value: number, including: boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (including ? list[middle]! > value : list[middle]! >= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const includesPosition = (list: PositionList, position: number): boolean =>
  list[lowerBound(list, position)] === position;

/**
 * Returns the positions of each topic and of the person in one or more lists. The items of a theme are those that
 * belong to it. The items of any other topic are those filed under it and those whose title or summary names it.
 * @spec-gap topics
 */
function topicLists(memory: ContentIndexMemory, { topics = [], person }: Filter): PositionList[][] {
  const ofTopics = topics.map((topic) => {
    const keys = resolveTopic(memory.topics, topic);
    const filed = keys.map((key) => listOf(memory, key));
    if (keys.some((key) => memory.topics.themeKeys.has(key))) return filed;
    const isFiled = (position: number) => filed.some((list) => includesPosition(list, position));
    const mentions = memory.findMentions(topic).filter((position) => !isFiled(position));
    return mentions.length > 0 ? [...filed, mentions] : filed;
  });
  return person === undefined ? ofTopics : [...ofTopics, [listOf(memory, personKey(person))]];
}

/**
 * Returns true for themes and keywords. Only these name topics in a sentence: almost any word of a question is in some
 * title.
 */
export const isFiledTopic = ({ topics }: Pick<ContentIndexMemory, 'topics'>, word: string): boolean =>
  resolveTopic(topics, word).length > 0;

/** Returns true if any item is filed under the topic or names it. */
export const isTopic = (memory: ContentIndexMemory, topic: string): boolean =>
  topicLists(memory, { types: [], topics: [topic] })[0]!.length > 0;

const isDay = (bound: string): boolean => bound.length === 10;

/** Returns the range of positions within the time span of a filter. */
function positionRange(memory: ContentIndexMemory, { from, to }: Filter): { start: number; end: number } {
  const { days, times, size, hasDaysInOrder } = memory;
  const place = (bound: string, including: boolean, open: number): number => {
    if (!isDay(bound)) return firstBefore(times, Date.parse(bound) / 1000, including);
    return hasDaysInOrder ? firstBefore(days, dayNumber(bound), including) : open;
  };
  const start = to ? place(to, true, 0) : 0;
  return { start, end: Math.max(start, from ? place(from, false, size) : size) };
}

/** Returns a test for the day at a position; undefined if the range of positions is sufficient. */
function dayTest({ days, hasDaysInOrder }: ContentIndexMemory, { from = '', to = '' }: Filter) {
  if (hasDaysInOrder || (!isDay(from) && !isDay(to))) return undefined;
  const firstDay = isDay(from) ? dayNumber(from) : 0;
  const lastDay = isDay(to) ? dayNumber(to) : Infinity;
  return (position: number): boolean => days[position]! >= firstDay && days[position]! <= lastDay;
}

/** Returns a predicate for positions, for callers that have their own order of items. */
export function filterPredicate(memory: ContentIndexMemory, filter: Filter): (position: number) => boolean {
  const { start, end } = positionRange(memory, filter);
  const hasDay = dayTest(memory, filter);
  const types = filter.types.map((type) => itemTypes.indexOf(type));
  const topics = topicLists(memory, filter);
  return (position) =>
    position >= start &&
    position < end &&
    (!hasDay || hasDay(position)) &&
    (types.length === 0 || types.includes(memory.types[position]!)) &&
    topics.every((lists) => lists.some((list) => includesPosition(list, position)));
}

export function queryContentIndex(
  memory: ContentIndexMemory,
  filter: Filter,
  limit: number,
  offset: number,
): IndexWindow {
  const { plannedCount = 0, isCurrent, ...rest } = filter;
  if (plannedCount === 0) return queryByTime(memory, rest, limit, offset);
  const planned = queryByTime(memory, rest, plannedCount, 0).window.filter((position) => position < plannedCount);
  const { total, window } = queryByTime(memory, rest, limit, planned.length + offset);
  const current = total - planned.length;
  if (isCurrent) return { total: current, window };
  const from = Math.max(0, offset - current);
  const last = planned.reverse().slice(from, from + limit - window.length);
  return { total, window: [...window, ...last] };
}

/** Returns the items of one type or topic. */
function cutList(list: PositionList, start: number, end: number, limit: number, offset: number): IndexWindow {
  const from = lowerBound(list, start);
  const to = lowerBound(list, end);
  return { total: to - from, window: list.slice(Math.min(from + offset, to), Math.min(from + offset + limit, to)) };
}

/** Returns the items of several types; of all types if there are none. */
function cutTypes(
  memory: ContentIndexMemory,
  types: ItemType[],
  start: number,
  end: number,
  limit: number,
  offset: number,
): IndexWindow {
  const acceptedTypes = new Set(types.length > 0 ? types : itemTypes);
  const counts = [...acceptedTypes].map((type) => cutList(listOf(memory, typeKey(type)), start, end, 0, 0).total);
  const numbers = new Set([...acceptedTypes].map((type) => itemTypes.indexOf(type)));
  const window: number[] = [];
  for (let position = start, skipped = 0; position < end && window.length < limit; position++)
    if (numbers.has(memory.types[position]!) && skipped++ >= offset) window.push(position);
  return { total: counts.reduce((sum, count) => sum + count, 0), window };
}

const countPositions = (lists: PositionList[]): number => lists.reduce((sum, { length }) => sum + length, 0);

/** Tests the positions of the topic with the fewest items, or all positions. */
function scan(memory: ContentIndexMemory, filter: Filter, ofTopics: PositionList[][]): number[] {
  const [fewest] = ofTopics.toSorted((a, b) => countPositions(a) - countPositions(b));
  const candidates = fewest ? [...new Set(fewest.flat())].sort((a, b) => a - b) : [...memory.days.keys()];
  return candidates.filter(filterPredicate(memory, filter));
}

/** Returns matching items in the order of their positions. */
function queryByTime(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): IndexWindow {
  const { types } = filter;
  const ofTopics = topicLists(memory, filter);
  const [lists = [], ...others] = ofTopics;
  if (dayTest(memory, filter) === undefined) {
    const { start, end } = positionRange(memory, filter);
    const isOneList = types.length === 0 && others.length === 0 && lists.length === 1;
    if (isOneList) return cutList(lists[0]!, start, end, limit, offset);
    if (ofTopics.length === 0) return cutTypes(memory, types, start, end, limit, offset);
  }
  const all = scan(memory, filter, ofTopics);
  return { total: all.length, window: all.slice(offset, offset + limit) };
}
