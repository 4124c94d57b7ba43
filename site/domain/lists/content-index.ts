// The content index in memory: finds a filtered window and its total in microseconds, for any number of items.
//
// Items lie newest first, so a span of time is a span of positions, found by bisection. Where days of several offsets
// are mixed, their order may differ from that of the times; then a span of days is found item by item. For each type
// and each topic there is an ascending list of positions; a query bisects the lists it needs and
// never walks the items.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { dayNumber, type IndexColumns, type IndexedItem, buildIndexColumns, personKey } from './index-columns.ts';
import { collectTopics, type TopicNaming, resolveTopic, type Topics, buildTopics } from './topics.ts';

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

/** Concatenated lists of positions. */
interface PositionLists {
  /** End of each list in `positions`. */
  ends: Uint32Array;
  positions: Uint32Array;
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
  lists: PositionLists;
  /** Numbers of topics by key. */
  topicNumbers: ReadonlyMap<string, number>;
  topics: Topics;
  findMentions: FindMentions;
}

/** Returns the ascending positions of items whose title or summary contains all words of a topic. */
export type FindMentions = (topic: string) => Uint32Array;
const noPositions = new Uint32Array();

export interface IndexWindow {
  /** Number of matching items. */
  total: number;
  /** Positions in the window: current items with the newest first, then planned items. */
  window: number[];
}

/** Returns the number of a topic's list; the lists of all types come first. */
const listOfTopic = (topic: number): number => itemTypes.length + topic;

/** Visits each item, newest first, once for each list that contains it. */
function walkLists({ types, topics, ends }: IndexColumns, visit: (list: number, position: number) => void): void {
  let at = 0;
  for (const [position, type] of types.entries()) {
    visit(type, position);
    for (; at < ends[position]!; at++) visit(listOfTopic(topics[at]!), position);
  }
}

/** Builds the lists by a counting sort. */
function buildPositionLists(facts: IndexColumns, topicCount: number): PositionLists {
  const next = new Uint32Array(listOfTopic(topicCount) + 1);
  walkLists(facts, (list) => next[list + 1]!++);
  for (let list = 1; list < next.length; list++) next[list]! += next[list - 1]!;
  const positions = new Uint32Array(next.at(-1)!);
  walkLists(facts, (list, position) => (positions[next[list]!++] = position));
  return { ends: next, positions };
}

/** `items` are newest first. Without `findMentions` the items of a topic are those that are filed under it. */
export function buildContentIndex(
  items: IndexedItem[],
  naming: TopicNaming,
  findMentions: FindMentions = () => noPositions,
): ContentIndexMemory {
  const topicNumbers = new Map<string, number>();
  const facts = buildIndexColumns(items, naming.themes, topicNumbers);
  const { days, times, types } = facts;
  return {
    size: items.length,
    days,
    times,
    hasDaysInOrder: days.every((day, at) => at === 0 || day <= days[at - 1]!),
    types,
    lists: buildPositionLists(facts, topicNumbers.size),
    topicNumbers,
    topics: buildTopics(collectTopics(items), naming),
    findMentions,
  };
}

const listAt = ({ lists: { ends, positions } }: ContentIndexMemory, list: number): Uint32Array =>
  positions.subarray(ends[list - 1] ?? 0, ends[list] ?? 0);

const typeList = (memory: ContentIndexMemory, type: ItemType): Uint32Array => listAt(memory, itemTypes.indexOf(type));

const topicList = (memory: ContentIndexMemory, key: string): Uint32Array =>
  listAt(memory, listOfTopic(memory.topicNumbers.get(key)!));

/** Returns the number of items of a type. */
export const countByType = (memory: ContentIndexMemory, type: ItemType): number => typeList(memory, type).length;

/** Returns the first index in an ascending list whose value is not below `value`. */
function lowerBound(list: Uint32Array, value: number): number {
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

/** A list restricted to a range of positions. */
interface ListSpan {
  list: Uint32Array;
  at: number;
  end: number;
}

const clampList = (list: Uint32Array, start: number, end: number): ListSpan => ({
  list,
  at: lowerBound(list, start),
  end: lowerBound(list, end),
});

/** Merges ascending lists and returns `limit` positions after the first `offset`. */
function merge(lists: ListSpan[], offset: number, limit: number): number[] {
  const open = lists.filter((span) => span.at < span.end);
  if (open.length === 1) {
    const [{ list, at, end }] = open as [ListSpan];
    return Array.from(list.subarray(Math.min(at + offset, end), Math.min(at + offset + limit, end)));
  }
  const window: number[] = [];
  for (let position = 0; position < offset + limit; position++) {
    let least: ListSpan | undefined;
    for (const span of open) {
      if (span.at < span.end && (!least || span.list[span.at]! < least.list[least.at]!)) least = span;
    }
    if (!least) break;
    if (position >= offset) window.push(least.list[least.at]!);
    least.at++;
  }
  return window;
}

const includesPosition = (list: Uint32Array, position: number): boolean =>
  list[lowerBound(list, position)] === position;

/**
 * Returns the positions of each topic and of the person in one or more lists. The items of a theme are those that
 * belong to it. The items of any other topic are those filed under it and those whose title or summary names it.
 * @spec-gap topics
 */
function topicLists(memory: ContentIndexMemory, { topics = [], person }: Filter): Uint32Array[][] {
  const listsOf = (keys: string[]) => keys.map((key) => topicList(memory, key));
  const ofTopics = topics.map((topic) => {
    const keys = resolveTopic(memory.topics, topic);
    const filed = listsOf(keys);
    if (keys.some((key) => memory.topics.themeKeys.has(key))) return filed;
    const isFiled = (position: number) => filed.some((list) => includesPosition(list, position));
    const mentions = memory.findMentions(topic).filter((position) => !isFiled(position));
    return mentions.length > 0 ? [...filed, mentions] : filed;
  });
  if (person === undefined) return ofTopics;
  const key = personKey(person);
  return [...ofTopics, listsOf(memory.topicNumbers.has(key) ? [key] : [])];
}

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
  const least = isDay(from) ? dayNumber(from) : 0;
  const most = isDay(to) ? dayNumber(to) : Infinity;
  return (position: number): boolean => days[position]! >= least && days[position]! <= most;
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

/** Answers a query for several topic keys by scanning the shortest lists and looking up the others. */
function intersectTopics(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): IndexWindow {
  const countPositions = (lists: Uint32Array[]) => lists.reduce((sum, { length }) => sum + length, 0);
  const [fewest = []] = topicLists(memory, filter).sort((a, b) => countPositions(a) - countPositions(b));
  const fits = filterPredicate(memory, filter);
  const all = [...new Set(fewest.flatMap((list) => [...list]))].filter(fits).sort((a, b) => a - b);
  return { total: all.length, window: all.slice(offset, offset + limit) };
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

/** Returns matching items in the order of their positions. */
function queryByTime(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): IndexWindow {
  const isMixed = dayTest(memory, filter) !== undefined;
  const { types } = filter;
  const ofTopics = topicLists(memory, filter);
  if (ofTopics.length === 0 && (isMixed || types.length === 0))
    return (isMixed ? scanRange : cutRange)(memory, filter, limit, offset);
  if (ofTopics.some((lists) => lists.length === 0)) return { total: 0, window: [] };
  const [first = []] = ofTopics;
  const isOneList = ofTopics.length <= 1 && first.length <= 1 && (first.length === 0 || types.length === 0);
  if (isMixed || !isOneList) return intersectTopics(memory, filter, limit, offset);
  const { start, end } = positionRange(memory, filter);
  const whole = first.length > 0 ? first : [...new Set(types)].map((type) => typeList(memory, type));
  const lists = whole.map((list) => clampList(list, start, end));
  const total = lists.reduce((sum, span) => sum + span.end - span.at, 0);
  return { total, window: merge(lists, offset, limit) };
}

/** Answers a query by testing every position in its range. */
function scanRange(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): IndexWindow {
  const { start, end } = positionRange(memory, filter);
  const fits = filterPredicate(memory, filter);
  const all = Array.from({ length: end - start }, (_, i) => start + i).filter(fits);
  return { total: all.length, window: all.slice(offset, offset + limit) };
}

/** Answers a query that matches every position in its range. */
function cutRange(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): IndexWindow {
  const { start, end } = positionRange(memory, filter);
  const length = Math.max(0, Math.min(limit, end - start - offset));
  return { total: end - start, window: Array.from({ length }, (_, i) => start + offset + i) };
}
