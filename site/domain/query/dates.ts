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
  grammar: Pick<CompiledGrammar, 'months'>;
  find: FindMeaning;
  /** Milliseconds since the epoch. */
  now: number;
  /** Returns true for a year that belongs to a name, such as “Project 2025”. */
  isName: (at: number) => boolean;
}

/** Reads a day, a month, a year or a relative period. A month alone needs a word such as “in” before it. */
function readPoint({ words, grammar, find, now, isName }: DateReader, at: number, isBound: boolean): Point | undefined {
  const word = words[at] ?? '';
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word) ?? [];
  if (d) return { ...dayPeriod(Number(y), Number(m), Number(d)), end: at + 1 };
  const relative = find(at, 'relative');
  if (relative) return { ...relativePeriod(relative.meaning.value, now), end: relative.end };
  const half = find(at, 'half');
  const halfYear = half && asYear(words[half.end]);
  if (halfYear)
    return {
      ...monthsBetween(halfYear, half.meaning.value === '1' ? 1 : 7, half.meaning.value === '1' ? 6 : 12),
      end: half.end + 1,
    };
  const monthAt = (index: number): number | undefined => grammar.months.get(words[index] ?? '');
  const withYear = (month: number, day: number | undefined, end: number): Point => {
    const after = find(end, 'in')?.end ?? end;
    const stated = asYear(words[end]) ?? (day === undefined ? asYear(words[after]) : undefined);
    const year = stated ?? latestYear(now, month, day);
    const next = stated === undefined ? end : asYear(words[end]) === undefined ? after + 1 : end + 1;
    return { ...(day === undefined ? monthPeriod(year, month) : dayPeriod(year, month, day)), end: next };
  };
  const day = asDay(word);
  if (day !== undefined && monthAt(at + 1) !== undefined) return withYear(monthAt(at + 1)!, day, at + 2);
  const month = monthAt(at);
  if (month !== undefined) {
    const dayAfter = asDay(words[at + 1]);
    if (dayAfter !== undefined) return withYear(month, dayAfter, at + 2);
    const point = withYear(month, undefined, at + 1);
    return isBound || point.end > at + 1 ? point : undefined;
  }
  const year = asYear(word);
  return year !== undefined && (isBound || !isName(at)) ? { ...yearPeriod(year), end: at + 1 } : undefined;
}

/** Reads “1 and 5 November 2026” and “July and August 2026”, whose first part lacks the month or the year. */
function readRange(reader: DateReader, at: number): Point | undefined {
  const { words, find, grammar } = reader;
  const and = find(at + 1, 'and');
  const first = asDay(words[at]);
  const second = and && readPoint(reader, and.end, true);
  if (second?.from && first !== undefined) {
    const { from } = second;
    return { ...second, from: `${from.slice(0, 8)}${twoDigits(first)}` };
  }
  const month = grammar.months.get(words[at] ?? '');
  if (second?.from && month !== undefined)
    return { ...second, from: `${second.from.slice(0, 5)}${twoDigits(month)}-01` };
  const point = readPoint(reader, at, true);
  const link = point && find(point.end, 'and');
  const last = link && readPoint(reader, link.end, true);
  if (!point || !last?.to) return undefined;
  const [from] = [point.from!, last.from!].sort() as [string];
  const isInOrder = from === point.from;
  return { from, to: isInOrder ? last.to : point.to!, end: last.end } satisfies Point & { to: string };
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

/** Reads the period that begins at a word; undefined if there is none. */
export function readPeriodAt(reader: DateReader, at: number): Point | undefined {
  const between = reader.find(at, 'between');
  const range = between && readRange(reader, between.end);
  if (range) return range;
  for (const role of ['since', 'after', 'before', 'until', 'in'] as const) {
    const bound = reader.find(at, role);
    if (!bound) continue;
    let start = bound.end;
    while (reader.find(start, 'link') && !reader.find(start, 'half')) start++;
    const point = readPoint(reader, start, true);
    if (point?.from) return { ...applyBound(role, point), end: point.end };
  }
  const point = readPoint(reader, at, false);
  return point?.from ? point : undefined;
}
