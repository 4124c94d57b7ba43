// The content index in memory: a filtered window and its total in microseconds, whatever the number of items.
//
// Items lie newest first, so a span of days is a span of positions, found by bisection. For each type, each topic and each
// pair of both there is an ascending list of positions; a query bisects the lists it needs and never walks the items.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import {
  dayNumber,
  type IndexedItem,
  indexFacts,
  type IndexPart,
  indexPart,
  topicCount,
  topicNumber,
} from './index-parts.ts';
import { type Naming, resolveTopic, type Topics, topicsOf } from './topics.ts';

/** One that the creator keeps from the API. */
export interface HiddenItem extends IndexedItem {
  id: string;
  title: string;
}

export interface Filter {
  /** Any of these; empty means every type. */
  types: ItemType[];
  /** As they are asked for; an item has to fit each of them. */
  topics?: string[];
  /** YYYY-MM-DD, inclusive. */
  from?: string;
  to?: string;
}

/** Lists of positions, one behind the other. */
interface Lists {
  /** For each list, where its positions end. */
  ends: Uint32Array;
  positions: Uint32Array;
}

export interface ContentIndexMemory {
  size: number;
  /** Days as numbers (20260131), newest first. */
  days: Uint32Array;
  /** By position: places in `itemTypes`. */
  types: Uint8Array;
  lists: Lists;
  topics: Topics;
}

export interface Found {
  /** Matches in all. */
  total: number;
  /** Positions of the window, ascending: newest first. */
  window: number[];
}

/** First the list of each type, then for each topic its list, followed by those of its types. */
const listOfTopic = (topic: number): number => itemTypes.length + topic * (itemTypes.length + 1);

/** Says of each item, newest first, on which lists it is. */
function walkLists(parts: IndexPart[], visit: (list: number, position: number) => void): void {
  let position = 0;
  for (const { types, topics, ends } of parts) {
    for (let [item, at] = [0, 0]; item < types.length; item++, position++) {
      const type = types[item]!;
      visit(type, position);
      for (; at < ends[item]!; at++) {
        const list = listOfTopic(topics[at]!);
        visit(list, position);
        visit(list + 1 + type, position);
      }
    }
  }
}

/** A counting sort: how long each list is says where it begins. */
function listsIn(parts: IndexPart[]): Lists {
  const next = new Uint32Array(listOfTopic(topicCount()) + 1);
  walkLists(parts, (list) => next[list + 1]!++);
  for (let list = 1; list < next.length; list++) next[list]! += next[list - 1]!;
  const positions = new Uint32Array(next.at(-1)!);
  walkLists(parts, (list, position) => (positions[next[list]!++] = position));
  return { ends: next, positions };
}

function concatenated<A extends Uint32Array | Uint8Array>(whole: A, arrays: A[]): A {
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

/** The index of all parts, newest first, which were made for the same themes. */
export function joinIndex(parts: IndexPart[], naming: Naming): ContentIndexMemory {
  const size = parts.reduce((sum, { days }) => sum + days.length, 0);
  const days = parts.map((part) => part.days);
  const types = parts.map((part) => part.types);
  const filed = parts.map((part) => part.filed);
  return {
    size,
    days: concatenated(new Uint32Array(size), days),
    types: concatenated(new Uint8Array(size), types),
    lists: listsIn(parts),
    topics: topicsOf(filed, naming),
  };
}

/** `items` are newest first. */
export const indexContent = (items: IndexedItem[], naming: Naming): ContentIndexMemory =>
  joinIndex([indexPart(indexFacts(items), naming.themes)], naming);

const listAt = ({ lists: { ends, positions } }: ContentIndexMemory, list: number): Uint32Array =>
  positions.subarray(ends[list - 1] ?? 0, ends[list] ?? 0);

const typeList = (memory: ContentIndexMemory, type: ItemType): Uint32Array => listAt(memory, itemTypes.indexOf(type));

/** Empty for a topic that came into the process after this index. */
function topicList(memory: ContentIndexMemory, key: string, type?: ItemType): Uint32Array {
  const list = listOfTopic(topicNumber(key));
  return listAt(memory, type === undefined ? list : list + 1 + itemTypes.indexOf(type));
}

/** How many items are of a type. */
export const countOf = (memory: ContentIndexMemory, type: ItemType): number => typeList(memory, type).length;

/** First place in an ascending list whose value is not below `value`. */
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

/** First position whose day is before `day`, or on it when `including`. */
function firstBefore(days: Uint32Array, day: number, including: boolean): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (including ? days[middle]! > day : days[middle]! >= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A list cut to the positions from `start` to before `end`. */
interface Span {
  list: Uint32Array;
  at: number;
  end: number;
}

const cut = (list: Uint32Array, start: number, end: number): Span => ({
  list,
  at: lowerBound(list, start),
  end: lowerBound(list, end),
});

function spans(memory: ContentIndexMemory, types: ItemType[], topic: string | undefined): Uint32Array[] {
  if (types.length === 0 && topic !== undefined) return [topicList(memory, topic)];
  const wanted = types.length > 0 ? [...new Set(types)] : itemTypes;
  return wanted.map((type) => (topic === undefined ? typeList(memory, type) : topicList(memory, topic, type)));
}

/** The next `limit` positions of several ascending lists, after the first `offset`. */
function merge(lists: Span[], offset: number, limit: number): number[] {
  const open = lists.filter((span) => span.at < span.end);
  if (open.length === 1) {
    const [{ list, at, end }] = open as [Span];
    return Array.from(list.subarray(Math.min(at + offset, end), Math.min(at + offset + limit, end)));
  }
  const window: number[] = [];
  for (let seen = 0; seen < offset + limit; seen++) {
    let least: Span | undefined;
    for (const span of open) {
      if (span.at < span.end && (!least || span.list[span.at]! < least.list[least.at]!)) least = span;
    }
    if (!least) break;
    if (seen >= offset) window.push(least.list[least.at]!);
    least.at++;
  }
  return window;
}

const holds = (list: Uint32Array, position: number): boolean => list[lowerBound(list, position)] === position;

/** For each topic that is asked for the lists of what it comes down to. */
const topicLists = (memory: ContentIndexMemory, asked: string[]): Uint32Array[][] =>
  asked.map((topic) => resolveTopic(memory.topics, topic).map((key) => topicList(memory, key)));

/** The positions from `start` to before `end` that a filter is about. */
const dayRange = ({ days, size }: ContentIndexMemory, { from, to }: Filter): { start: number; end: number } => {
  const start = to ? firstBefore(days, dayNumber(to), true) : 0;
  return { start, end: Math.max(start, from ? firstBefore(days, dayNumber(from), false) : size) };
};

/** Whether the item at a position fits, where the items come in an order of their own. */
export function fitting(memory: ContentIndexMemory, filter: Filter): (position: number) => boolean {
  const { start, end } = dayRange(memory, filter);
  const types = filter.types.map((type) => itemTypes.indexOf(type));
  const topics = topicLists(memory, filter.topics ?? []);
  return (position) =>
    position >= start &&
    position < end &&
    (types.length === 0 || types.includes(memory.types[position]!)) &&
    topics.every((lists) => lists.some((list) => holds(list, position)));
}

/** Several topics, or one that comes down to several: the shortest lists are walked, and the rest is looked up. */
function walk(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): Found {
  const lengthOf = (lists: Uint32Array[]) => lists.reduce((sum, { length }) => sum + length, 0);
  const [fewest = []] = topicLists(memory, filter.topics!).sort((a, b) => lengthOf(a) - lengthOf(b));
  const fits = fitting(memory, filter);
  const all = [...new Set(fewest.flatMap((list) => [...list]))].filter(fits).sort((a, b) => a - b);
  return { total: all.length, window: all.slice(offset, offset + limit) };
}

export function queryContent(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): Found {
  const { start, end } = dayRange(memory, filter);
  const { types, topics = [] } = filter;
  if (types.length === 0 && topics.length === 0) {
    const length = Math.max(0, Math.min(limit, end - start - offset));
    return { total: end - start, window: Array.from({ length }, (_, i) => start + offset + i) };
  }
  const keys = topics.length === 1 ? resolveTopic(memory.topics, topics[0]!) : [];
  if (topics.length > 1 || keys.length > 1) return walk(memory, filter, limit, offset);
  if (topics.length === 1 && keys.length === 0) return { total: 0, window: [] };
  const lists = spans(memory, types, keys[0]).map((list) => cut(list, start, end));
  const total = lists.reduce((sum, span) => sum + span.end - span.at, 0);
  return { total, window: merge(lists, offset, limit) };
}
