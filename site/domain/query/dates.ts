// Dates and periods in the words of a question: “14 November”, “between July and August 2026”, “last week”.
import { dayMs, isoDay } from '../instants.ts';
import type { CompiledGrammar, Meaning, Role } from './grammar.ts';

export interface Period {
  /** YYYY-MM-DD */
  from?: string;
  to?: string;
}

interface Point extends Period {
  /** Index after the last word. */
  end: number;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const monthsBetween = (year: number, first: number, last: number): Period => ({
  from: `${year}-${twoDigits(first)}-01`,
  to: isoDay(Date.UTC(year, last, 0)),
});
export const yearPeriod = (year: number): Period => monthsBetween(year, 1, 12);
export const monthPeriod = (year: number, month: number): Period =>
  month >= 1 && month <= 12 ? monthsBetween(year, month, month) : {};
export function dayPeriod(year: number, month: number, day: number): Period {
  const iso = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isoDay(Date.UTC(year, month - 1, day)) === iso ? { from: iso, to: iso } : {};
}

/** Returns the year of the latest such month, or such day of it, that has begun. */
export function latestYear(now: number, month: number, day = 1): number {
  const year = new Date(now).getUTCFullYear();
  return Date.UTC(year, month - 1, day) > now ? year - 1 : year;
}

/** Periods of the seasons of the northern hemisphere, which begin in March, June, September and December. */
export const seasonPeriod = (year: number, first: number): Period => monthsBetween(year, first, first + 2);

/**
 * Returns the year of a season that begins in month `first`: for the relation `last`, of the latest that is over;
 * otherwise of the latest that has begun or begins within a month.
 */
export function seasonYear(relation: string, first: number, now: number): number {
  const year = new Date(now).getUTCFullYear();
  const isPast = (one: number) => Date.UTC(one, first + (relation === 'last' ? 2 : -2), 1) <= now;
  return [year, year - 1].find(isPast) ?? year - 2;
}

export function relativePeriod(name: string, now: number): Period {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth() + 1;
  const since = (days: number): Period => ({ from: isoDay(now - days * dayMs), to: isoDay(now) });
  const yesterday = isoDay(now - dayMs);
  const periods: Record<string, () => Period> = {
    today: () => since(0),
    yesterday: () => ({ from: yesterday, to: yesterday }),
    week: () => since(7),
    thirty: () => since(30),
    month: () => monthPeriod(year, month),
    'last month': () => (month === 1 ? monthPeriod(year - 1, 12) : monthPeriod(year, month - 1)),
    year: () => yearPeriod(year),
    'last year': () => yearPeriod(year - 1),
  };
  return periods[name]!();
}

const asYear = (word = ''): number | undefined => (/^(?:19|20)\d\d$/.test(word) ? Number(word) : undefined);
const asDay = (word = ''): number | undefined => {
  const [, day] = /^([012]?\d|3[01])(?:st|nd|rd|th)?$/.exec(word) ?? [];
  return day && Number(day) > 0 ? Number(day) : undefined;
};

/** Returns what a phrase that begins at an index means, and the index after it. */
type FindMeaning = (at: number, role: Role) => { meaning: Meaning; end: number } | undefined;

interface DateReader {
  words: string[];
  grammar: Pick<CompiledGrammar, 'months' | 'seasons'>;
  find: FindMeaning;
  /** Milliseconds since the epoch. */
  now: number;
  /** Returns true for a year that belongs to a name, such as “Project 2025”. */
  isName: (at: number) => boolean;
}

/** Returns the point at an index, if there is one. A bound point follows a word such as “in”. */
type ReadPoint = (reader: DateReader, at: number, isBound: boolean) => Point | undefined;

const readIsoDay: ReadPoint = ({ words }, at) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words[at] ?? '') ?? [];
  return day ? { ...dayPeriod(Number(year), Number(month), Number(day)), end: at + 1 } : undefined;
};

const readRelative: ReadPoint = ({ find, now }, at) => {
  const relative = find(at, 'relative');
  return relative && { ...relativePeriod(relative.meaning.value, now), end: relative.end };
};

const readHalf: ReadPoint = ({ words, find }, at) => {
  const half = find(at, 'half');
  const year = half && asYear(words[half.end]);
  const first = half?.meaning.value === '1' ? 1 : 7;
  return year ? { ...monthsBetween(year, first, first + 5), end: half.end + 1 } : undefined;
};

/** Reads the name of a month, with the day before or after it. */
function readMonthName({ words, grammar: { months } }: DateReader, at: number) {
  const dayBefore = months.has(words[at + 1] ?? '') ? asDay(words[at]) : undefined;
  const monthAt = dayBefore === undefined ? at : at + 1;
  const month = months.get(words[monthAt] ?? '');
  if (month === undefined) return undefined;
  const dayAfter = dayBefore === undefined ? asDay(words[monthAt + 1]) : undefined;
  return { month, day: dayBefore ?? dayAfter, end: monthAt + (dayAfter === undefined ? 1 : 2) };
}

/** Reads a year, which may follow a word such as “of”. */
function readStatedYear({ words, find }: DateReader, at: number, role: Role) {
  const yearAt = asYear(words[at]) === undefined ? (find(at, role)?.end ?? at) : at;
  const year = asYear(words[yearAt]);
  return year === undefined ? undefined : { year, end: yearAt + 1 };
}

/** Reads a season with its year, such as “summer 2025”, “last spring” or “printemps dernier”. */
const readSeason: ReadPoint = (reader, at) => {
  const { words, find, grammar, now } = reader;
  const before = find(at, 'season');
  const nameAt = before?.end ?? at;
  const first = grammar.seasons.get(words[nameAt] ?? '');
  if (first === undefined) return undefined;
  const statedYear = readStatedYear(reader, nameAt + 1, 'link');
  if (statedYear) return { ...seasonPeriod(statedYear.year, first), end: statedYear.end };
  const relation = before ?? find(nameAt + 1, 'season');
  return (
    relation && {
      ...seasonPeriod(seasonYear(relation.meaning.value, first, now), first),
      end: Math.max(nameAt + 1, relation.end),
    }
  );
};

/** Reads a month with or without a day and a year. A month alone must be bound. */
const readMonth: ReadPoint = (reader, at, isBound) => {
  const name = readMonthName(reader, at);
  if (!name) return undefined;
  const { month, day } = name;
  const statedYear = readStatedYear(reader, name.end, 'in');
  const { year, end } = statedYear ?? { year: latestYear(reader.now, month, day), end: name.end };
  if (day !== undefined) return { ...dayPeriod(year, month, day), end };
  return statedYear || isBound ? { ...monthPeriod(year, month), end } : undefined;
};

const readYear: ReadPoint = ({ words, isName }, at, isBound) => {
  const year = asYear(words[at]);
  return year !== undefined && (isBound || !isName(at)) ? { ...yearPeriod(year), end: at + 1 } : undefined;
};

const pointReaders = [readIsoDay, readRelative, readHalf, readSeason, readMonth, readYear];

/** Reads a day, a month, a season, a year or a relative period. */
const readPoint: ReadPoint = (...args) => {
  for (const read of pointReaders) {
    const point = read(...args);
    if (point) return point;
  }
  return undefined;
};

/** Reads “1 and 5 November 2026” and “July and August 2026”, whose first part lacks the month or the year. */
function readShortRange(reader: DateReader, at: number): Point | undefined {
  const { words, find, grammar } = reader;
  const and = find(at + 1, 'and');
  const last = and && readPoint(reader, and.end, true);
  if (!last?.from) return undefined;
  const day = asDay(words[at]);
  if (day !== undefined) return { ...last, from: `${last.from.slice(0, 8)}${twoDigits(day)}` };
  const month = grammar.months.get(words[at] ?? '');
  return month === undefined ? undefined : { ...last, from: `${last.from.slice(0, 5)}${twoDigits(month)}-01` };
}

function readRange(reader: DateReader, at: number): Point | undefined {
  const short = readShortRange(reader, at);
  if (short) return short;
  const first = readPoint(reader, at, true);
  const link = first && reader.find(first.end, 'and');
  const last = link && readPoint(reader, link.end, true);
  if (!first?.from || !last?.from) return undefined;
  const [earlier, later] = first.from <= last.from ? [first, last] : [last, first];
  return { from: earlier.from!, to: later.to!, end: last.end };
}

const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * dayMs);

/** Applies a bound: `before 2024` ends on the day before, `after 2024` starts on the day after. */
function applyBound(role: Role, { from, to }: Period): Period {
  if (!from || !to) return {};
  if (role === 'since') return { from };
  if (role === 'after') return { from: dayAfter(to, 1) };
  if (role === 'before') return { to: dayAfter(from, -1) };
  return role === 'until' ? { to } : { from, to };
}

const boundRoles: Role[] = ['since', 'after', 'before', 'until', 'in'];

function readBound(reader: DateReader, at: number, role: Role): Point | undefined {
  const { find } = reader;
  const bound = find(at, role);
  if (!bound) return undefined;
  let start = bound.end;
  while (find(start, 'link') && !find(start, 'half')) start++;
  const point = readPoint(reader, start, true);
  return point?.from ? { ...applyBound(role, point), end: point.end } : undefined;
}

/** Reads the period that begins at a word; undefined if there is none. */
export function readPeriodAt(reader: DateReader, at: number): Point | undefined {
  const between = reader.find(at, 'between');
  const range = between && readRange(reader, between.end);
  if (range) return range;
  for (const role of boundRoles) {
    const bound = readBound(reader, at, role);
    if (bound) return bound;
  }
  const point = readPoint(reader, at, false);
  return point?.from ? point : undefined;
}
