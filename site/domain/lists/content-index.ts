// The content index in memory: a filtered window and its total in microseconds, whatever the number of items.
//
// Items lie newest first, so a span of days is a span of positions, found by bisection. For each type, each tag and each
// pair of both there is an ascending list of positions; a query bisects the lists it needs and never walks the items.
import { type ItemType, itemTypes } from '#contract/content-types.ts';

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
  /** Lower case. */
  tag?: string;
  /** YYYY-MM-DD, inclusive. */
  from?: string;
  to?: string;
}

export interface ContentIndexMemory {
  size: number;
  /** Days as numbers (20260131), newest first. */
  days: Uint32Array;
  /** By type (`article`), by tag (`\ttag`), by both (`article\ttag`). */
  positions: Map<string, Uint32Array>;
}

export interface Found {
  /** Matches in all. */
  total: number;
  /** Positions of the window, ascending: newest first. */
  window: number[];
}

const dayNumber = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));
const key = (type: string, tag = '') => (tag ? `${type}\t${tag}` : type);

/** `items` are newest first. */
export function indexContent(items: IndexedItem[]): ContentIndexMemory {
  const lists = new Map<string, number[]>();
  const add = (name: string, position: number) => {
    const list = lists.get(name);
    if (list) list.push(position);
    else lists.set(name, [position]);
  };
  items.forEach((item, position) => {
    add(item.type, position);
    for (const tag of new Set([...item.keywords, ...item.themeIds].map((word) => word.toLowerCase()))) {
      add(key('', tag), position);
      add(key(item.type, tag), position);
    }
  });
  return {
    size: items.length,
    days: Uint32Array.from(items, (item) => dayNumber(item.date)),
    positions: new Map([...lists].map(([name, list]) => [name, Uint32Array.from(list)])),
  };
}

/** Whether one item fits, where the items come in an order of their own. */
export const fits = ({ type, date, keywords, themeIds }: IndexedItem, { types, tag, from, to }: Filter): boolean =>
  (types.length === 0 || types.includes(type)) &&
  (!tag || [...keywords, ...themeIds].some((word) => word.toLowerCase() === tag)) &&
  (!from || date >= from) &&
  (!to || date <= to);

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

function spans(memory: ContentIndexMemory, filter: Filter, start: number, end: number): Span[] {
  const types = filter.types.length > 0 ? [...new Set(filter.types)] : filter.tag ? [''] : itemTypes;
  return types.map((type) => {
    const list = memory.positions.get(key(type, filter.tag)) ?? none;
    return { list, at: lowerBound(list, start), end: lowerBound(list, end) };
  });
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

export function queryContent(memory: ContentIndexMemory, filter: Filter, limit: number, offset: number): Found {
  const start = filter.to ? firstBefore(memory.days, dayNumber(filter.to), true) : 0;
  const end = filter.from ? firstBefore(memory.days, dayNumber(filter.from), false) : memory.size;
  if (filter.types.length === 0 && !filter.tag) {
    const length = Math.max(0, Math.min(limit, end - start - offset));
    return { total: Math.max(0, end - start), window: Array.from({ length }, (_, i) => start + offset + i) };
  }
  const lists = spans(memory, filter, start, Math.max(start, end));
  const total = lists.reduce((sum, span) => sum + span.end - span.at, 0);
  return { total, window: merge(lists, offset, limit) };
}
