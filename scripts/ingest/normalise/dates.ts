// Parses the dates of feeds. Ambiguous spellings give no date, since no date is better than a wrong one.
import { instantOfLocalTime, isTimeZone, utcOffsetMs, formatOffset } from '#domain/booking/zones.ts';
import { minuteMs } from '#domain/instants.ts';
import { longPattern } from '#domain/text/long-pattern.ts';
import {
  escapePattern,
  findMonthByPrefix,
  findMonths,
  foldName,
  halfPatterns,
  type NamedMonth,
  zoneMinutes,
} from './date-names.ts';

interface Day {
  year: number;
  month: number;
  day: number;
}

interface ReadDate {
  /** Milliseconds since the epoch. */
  at: number;
  offsetMs: number;
}

const formatUtc = (at: number): string => new Date(at).toISOString().replace('.000', '');

/** Order of the numbers in dates such as 03/04/2026; undefined if it is not known. */
export type DateOrder = 'day first' | 'month first' | undefined;

/** Languages and regions in which the day always comes first. English without a region may be American. */
const dayFirst = longPattern(
  String.raw`
  ^(?:bg|ca|cs|da|de|el|es|et|fi|fr|gl|hr|id|it|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sr|sv|tr|uk|vi)(?:-(?!US|PR)|$)|
  ^en-(?:AU|GB|IE|NZ)$`,
  'i',
);

/** Finds the order of day and month from those dates of a feed that have a number beyond 12, or from its language. */
export function findDateOrder(texts: (string | undefined)[], language = ''): DateOrder {
  const pairs = texts.flatMap((text) => {
    const { first, second } = ambiguousDay.exec(simplifyText(text ?? ''))?.groups ?? {};
    return first ? [[Number(first), Number(second)] as const] : [];
  });
  const isDayFirst = pairs.some(([first]) => first > 12);
  const isMonthFirst = pairs.some(([, second]) => second > 12);
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'day first' : 'month first';
  return !isDayFirst && dayFirst.test(language) ? 'day first' : undefined;
}

export interface DateContext {
  /** Time zone of dates without an offset; UTC by default. */
  timeZone?: string | undefined;
  /** BCP 47 tag of the feed, if it states one. */
  language?: string | undefined;
  order?: DateOrder;
}

/** Returns the instant in RFC 3339, UTC, in whole seconds. */
export function parseDate(text: string | undefined, context: DateContext = {}): string | undefined {
  const date = readDate(text, context);
  return date && formatUtc(date.at);
}

/** Like parseDate, but keeps the offset of the text, so that the first ten characters are the day of the source. */
export function parseLocalDate(text: string | undefined, context: DateContext = {}): string | undefined {
  const date = readDate(text, context);
  if (!date || date.offsetMs === 0) return date && formatUtc(date.at);
  return formatUtc(date.at + date.offsetMs).replace('Z', formatOffset(date.offsetMs));
}

function readDate(text: string | undefined, { timeZone = 'UTC', language, order }: DateContext): ReadDate | undefined {
  const plain = simplifyText(text ?? '');
  if (plain.length < 8 || plain.length > 100) return undefined;
  const { seconds, zone = timeZone, rest } = splitTime(plain);
  const midnight = findMidnight(readDay(rest, language, order));
  if (midnight === undefined) return undefined;
  const wall = midnight + seconds * 1000;
  const offsetMs = findOffsetMs(zone, wall) ?? 0;
  // The start of the Unix epoch means that the date was never set.
  return wall === offsetMs ? undefined : { at: wall - offsetMs, offsetMs };
}

/** Code points of the digit 0 in Arabic, Persian, Devanagari, Bengali, Thai and full-width digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const otherDigits = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g;
const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  return String(code - zeros.findLast((zero) => zero <= code)!);
};

/** Writes digits of all scripts as 0 to 9, and removes marks of direction and brackets. */
const simplifyText = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/\p{Cf}/gu, '')
    .replace(otherDigits, toAsciiDigit)
    .replace(/[،、，]/g, ',')
    .replaceAll('：', ':')
    .replaceAll('−', '-')
    .replace(/[()（）]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Times of day, from the clearest spelling to that with dots, which looks like a date. */
const clocks = [
  /(?<![\d:.])(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?(?![\d:])/,
  /(?<=^\d{8}T)(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?!\d)/i,
  /(?<!\d)(?<hour>\d{1,2}) ?[h時时點点시](?: ?(?<minute>\d{1,2})[分분m]?(?: ?(?<second>\d{1,2})[秒초s])?)?(?![\p{L}\d])/iu,
  /(?<=\d{4}[^\d.]{1,12}|\bkl\.? |\bklo |\bkell )(?<hour>\d{1,2})\.(?<minute>\d{2})(?:\.(?<second>\d{2}))?(?![\d.])/i,
  /(?<![\d.:])(?<hour>\d{1,2})(?= ?(?:[ap]\.?m|uhr)\b)/i,
];

/** Splits the seconds since midnight from a date. A time that is not clear is 0, because it does not affect the day. */
function splitTime(text: string) {
  const clock = clocks.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (!clock) return { seconds: 0, rest: text };
  const { half, before, after } = splitHalf(text.slice(0, clock.index), text.slice(clock.index + clock[0].length));
  const { zone, rest: others } = splitZone(after);
  const { hour = '', minute = '0', second = '0' } = clock.groups!;
  const seconds = toSeconds(Number(hour), Number(minute), Number(second), half);
  const rest = `${before} ${others}`;
  const isKnown = seconds !== undefined && (zone === undefined || findOffsetMs(zone, Date.UTC(2026, 0)) !== undefined);
  return isKnown ? { seconds, ...(zone !== undefined && { zone }), rest } : { seconds: 0, rest };
}

type HalfOfDay = 'morning' | 'afternoon';

/** Splits “a.m.” or “p.m.” from the texts around a time. */
function splitHalf(before: string, after: string): { half?: HalfOfDay; before: string; after: string } {
  for (const [half, pattern] of Object.entries(halfPatterns()) as [HalfOfDay, string][]) {
    const following = new RegExp(`^\\s?(?:${pattern})`, 'iu').exec(after);
    if (following) return { half, before, after: after.slice(following[0].length) };
    const preceding = new RegExp(`(?<!\\p{L})(?:${pattern})\\s?$`, 'iu').exec(before);
    if (preceding) return { half, before: before.slice(0, preceding.index), after };
  }
  return { before, after };
}

function toSeconds(hour: number, minute: number, second: number, half?: HalfOfDay): number | undefined {
  const hours = half && hour <= 12 ? (hour % 12) + (half === 'afternoon' ? 12 : 0) : hour;
  // Second 60 is a leap second.
  return hours < 24 && minute < 60 && second <= 60 ? hours * 3600 + minute * 60 + Math.min(second, 59) : undefined;
}

/** Splits the zone after a time, or at the end of the date, from the rest. */
function splitZone(after: string): { zone?: string; rest: string } {
  const names = [...zoneMinutes().keys()].sort((one, other) => other.length - one.length).map(escapePattern);
  const zone = `[a-z]+(?:/[a-z_]+){1,2}|[a-z]{0,4}[+-]\\d{1,2}(?::?\\d{2})?|${names.join('|')}`;
  const match =
    new RegExp(`^\\s?(?:uhr|hrs?)?\\s?(${zone})(?![\\p{L}\\d])`, 'iu').exec(after) ??
    new RegExp(`\\s(${zone})$`, 'iu').exec(after) ??
    // An unknown abbreviation, after which the time is not clear.
    /^\s?([A-Z]{2,5})(?=$|\s\d{4}$)/.exec(after);
  if (!match) return { rest: after };
  return { zone: match[1]!, rest: after.slice(0, match.index) + after.slice(match.index + match[0].length) };
}

/**
 * Returns the offset in milliseconds. `wall` is the local clock time as if it were UTC; skipped hours use the offset
 * around them.
 */
function findOffsetMs(zoneName: string, wall: number): number | undefined {
  const minutes = parseOffsetMinutes(zoneName);
  if (minutes !== undefined) return minutes * minuteMs;
  if (!zoneName.includes('/') || !isTimeZone(zoneName)) return undefined;
  return wall - (instantOfLocalTime(zoneName, formatUtc(wall).slice(0, 19)) ?? wall - utcOffsetMs(zoneName, wall));
}

function parseOffsetMinutes(name: string): number | undefined {
  const match = /^[a-z]*([+-])(\d{1,2}):?(\d{2})?$/i.exec(name);
  if (!match) return zoneMinutes().get(name.toLowerCase());
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return minutes > 14 * 60 ? undefined : match[1] === '-' ? -minutes : minutes;
}

const readDay = (text: string, language: string | undefined, order: DateOrder): Day | undefined =>
  readCompactDay(text) ?? readNumericDay(text) ?? readAmbiguousDay(text, order) ?? readNamedDay(text, language);

const toDay = ({ year, month, day }: Record<string, string>): Day => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

function readCompactDay(text: string): Day | undefined {
  const groups = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})T?\s*$/i.exec(text)?.groups;
  return groups && toDay(groups as Record<string, string>);
}

const numericDays = [
  /^\D*(?<year>\d{4})[-/.年년]\s?(?<month>\d{1,2})[-/.月월]\s?(?<day>\d{1,2})(?!\d)/,
  // Dates with dots start with the day.
  /^\D*(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/,
  // Other dates are clear only if one number is beyond 12.
  /^\D*(?<day>1[3-9]|2\d|3[01])[-/](?<month>\d{1,2})[-/](?<year>\d{4})(?!\d)/,
  /^\D*(?<month>\d{1,2})[-/](?<day>1[3-9]|2\d|3[01])[-/](?<year>\d{4})(?!\d)/,
];

function readNumericDay(text: string): Day | undefined {
  const groups = numericDays.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  return groups && toDay(groups as Record<string, string>);
}

const ambiguousDay = /^\D*(?<first>\d{1,2})[-/](?<second>\d{1,2})[-/](?<year>\d{4})(?!\d)/;

function readAmbiguousDay(text: string, order: DateOrder): Day | undefined {
  const { first = '', second = '', year = '' } = (order && ambiguousDay.exec(text)?.groups) ?? {};
  if (!year) return undefined;
  return toDay(order === 'day first' ? { year, month: second, day: first } : { year, month: first, day: second });
}

const dayBefore = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª])?[\s.,-]*(?:(?:de|of)\s)?$/;
const dayAfter = /^[\s.,-]*(\d{1,2})(?!\d)/;
const shortYearAfter = /^[\s.,-]*(?:del?\s)?['’]?(\d{2})(?!\d)/;

/** Reads a day with the name of its month. A weekday of another language may look like a month, such as “mar.” */
function readNamedDay(text: string, language: string | undefined): Day | undefined {
  const folded = foldName(text);
  const year = /(?<!\d)\d{4}(?!\d)/.exec(folded)?.[0];
  const readBefore = ({ month, start, end }: NamedMonth): Day | undefined => {
    const day = dayBefore.exec(folded.slice(0, start))?.[1];
    const statedYear = year ?? shortYearAfter.exec(folded.slice(end))?.[1];
    return day && statedYear ? { year: fullYear(statedYear), month, day: Number(day) } : undefined;
  };
  const readAfter = ({ month, end }: NamedMonth): Day | undefined => {
    const day = dayAfter.exec(folded.slice(end))?.[1];
    return day && year ? { year: Number(year), month, day: Number(day) } : undefined;
  };
  const months = findMonths(folded, language);
  const candidates = months.length > 0 ? months : [findMonthByPrefix(folded)].filter((one) => one !== undefined);
  const days = [...candidates.map(readBefore), ...candidates.map(readAfter)];
  return days.find((day) => day !== undefined);
}

/** Expands two-digit years (RFC 5322 §4.3), with 1970 as the earliest. */
const fullYear = (text: string): number => Number(text) + (text.length === 2 ? (Number(text) < 70 ? 2000 : 1900) : 0);

/** Returns the midnight that begins a day as if it were in UTC; undefined if there is no such day. */
function findMidnight(date: Day | undefined): number | undefined {
  if (!date || date.year < 1900 || date.year > 2199) return undefined;
  const midnight = new Date(Date.UTC(date.year, date.month - 1, date.day));
  const exists = midnight.getUTCMonth() === date.month - 1 && midnight.getUTCDate() === date.day;
  return exists ? midnight.getTime() : undefined;
}
