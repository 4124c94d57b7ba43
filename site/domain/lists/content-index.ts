// The content index in memory: a filtered window and its total in microseconds, whatever the number of items.
//
// Items lie newest first, so a span of days is a span of positions, found by bisection. For each type, each tag and each
// pair of both there is an ascending list of positions; a query bisects the lists it needs and never walks the items.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { onceFor, perPart } from './parts.ts';
import { keysOf, type Naming, resolveTopic, themeKeysOf, type Topics, topicsOf } from './topics.ts';

export interface IndexedItem {
  type: ItemType;
  /** YYYY-MM-DD */
  date: string;
  keywords: string[];
  themeIds: string[];
}

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

export interface ContentIndexMemory {
  size: number;
  /** Days as numbers (20260131), newest first. */
  days: Uint32Array;
  /** By position: places in `itemTypes`. */
  types: Uint8Array;
  /** By type (`article`), by key of a topic (`\tkey`), by both (`article\tkey`). */
  positions: Map<string, Uint32Array>;
  topics: Topics;
}

export interface Found {
  /** Matches in all. */
  total: number;
  /** Positions of the window, ascending: newest first. */
  window: number[];
}

const dayNumber = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));
const listName = (type: string, topic = '') => (topic ? `${type}\t${topic}` : type);

type Positions = Map<string, number[]>;

/** The index of one part of the items. Positions count from the start of the part. */
interface Part {
  size: number;
  days: Uint32Array;
  types: Uint8Array;
  positions: Positions;
}

function add(positions: Positions, name: string, position: number): void {
  const list = positions.get(name);
  // Two keywords of an item may be the same topic.
  if (!list) positions.set(name, [position]);
  else if (list[list.length - 1] !== position) list.push(position);
}

function partOf(items: IndexedItem[], themeKeys: Topics['themeKeys']): Part {
  const positions: Positions = new Map();
  for (const [position, item] of items.entries()) {
    add(positions, item.type, position);
    for (const key of keysOf(themeKeys, item))
      for (const name of [listName('', key), listName(item.type, key)]) add(positions, name, position);
  }
  return {
    size: items.length,
    days: Uint32Array.from(items, (item) => dayNumber(item.date)),
    types: Uint8Array.from(items, ({ type }) => itemTypes.indexOf(type)),
    positions,
  };
}

/** Stored for the current themes, on which the topics of an item depend. */
const partsFor = onceFor((themes: Naming['themes']) => {
  const themeKeys = themeKeysOf(themes);
  return perPart((items: IndexedItem[]) => partOf(items, themeKeys));
});

/** Turns positions within the parts into positions within the whole list. */
function joinedPositions(parts: Part[]): Map<string, Uint32Array> {
  const found = new Map<string, { first: number; list: number[] }[]>();
  let first = 0;
  for (const { size, positions } of parts) {
    for (const [name, list] of positions) {
      const runs = found.get(name);
      if (runs) runs.push({ first, list });
      else found.set(name, [{ first, list }]);
    }
    first += size;
  }
  return new Map(
    Array.from(found, ([name, runs]) => {
      const all = new Uint32Array(runs.reduce((sum, { list }) => sum + list.length, 0));
      let at = 0;
      for (const run of runs) for (const position of run.list) all[at++] = run.first + position;
      return [name, all];
    }),
  );
}

/** `items` are newest first. */
export function indexContent(items: IndexedItem[], naming: Naming): ContentIndexMemory {
  const parts = partsFor(naming.themes)(items);
  const [days, types] = [new Uint32Array(items.length), new Uint8Array(items.length)];
  let first = 0;
  for (const part of parts) {
    days.set(part.days, first);
    types.set(part.types, first);
    first += part.size;
  }
  return { size: items.length, days, types, topics: topicsOf(items, naming), positions: joinedPositions(parts) };
}

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

const none = new Uint32Array();

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
  const wanted = types.length > 0 ? [...new Set(types)] : topic ? [''] : itemTypes;
  return wanted.map((type) => memory.positions.get(listName(type, topic)) ?? none);
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
const topicLists = ({ topics, positions }: ContentIndexMemory, asked: string[]): Uint32Array[][] =>
  asked.map((topic) => resolveTopic(topics, topic).map((key) => positions.get(listName('', key))!));

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
