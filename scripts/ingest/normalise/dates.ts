// Parses the dates of feeds. Ambiguous spellings give no date, since no date is better than a wrong one.
import { instantOfLocalTime, isTimeZone, utcOffsetMs, formatOffset } from '#domain/booking/zones.ts';
import { minuteMs } from '#domain/instants.ts';
import { memoizeByObject } from '#domain/memoize.ts';

const englishMonths = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Languages, besides English, whose month names are recognised. */
const languages =
  'de fr es it pt nl pl cs sk hr sl sr bs ru uk be bg mk fi sv da nb et lt lv hu ro tr el ca eu gl ga is'.split(' ');

/** Month numbers by long and short names; 0 for a name that means different months in different languages. */
const monthNames = memoizeByObject((tags: string[]) => {
  const names = new Map<string, number>();
  const shapes = tags.flatMap((tag) =>
    (['long', 'short'] as const).flatMap((month) => [
      new Intl.DateTimeFormat(tag, { month, timeZone: 'UTC' }),
      new Intl.DateTimeFormat(tag, { month, day: 'numeric', timeZone: 'UTC' }),
    ]),
  );
  for (const shape of shapes)
    for (const month of englishMonths.keys()) {
      const part = shape.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')!;
      const name = part.value.toLowerCase().replace(/\.$/, '');
      names.set(name, (names.get(name) ?? month + 1) === month + 1 ? month + 1 : 0);
    }
  return names;
});

/** Returns the number of a month, or 0 for an unknown name. */
function parseMonth(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const name = text.toLowerCase();
  const isEnglish = (month: string) => month === name || month.slice(0, 3) === name || month.slice(0, 4) === name;
  return englishMonths.findIndex(isEnglish) + 1 || (monthNames(languages).get(name) ?? 0);
}

/** Hours from UTC of unambiguous zone names: those of RFC 822 §5.1 and of European and Asian feeds. */
const zoneNamesByHours: [names: string, hours: number][] = [
  ['hst', -10],
  ['akst', -9],
  ['pst akdt', -8],
  ['mst pdt', -7],
  ['cst mdt', -6],
  ['est cdt', -5],
  ['edt', -4],
  ['z ut utc gmt wet', 0],
  ['west bst cet mez', 1],
  ['cest mesz eet', 2],
  ['eest msk', 3],
  ['jst kst', 9],
  ['aest', 10],
  ['aedt', 11],
  ['nzst', 12],
  ['nzdt', 13],
];
const zoneHours = new Map(zoneNamesByHours.flatMap(([names, hours]) => names.split(' ').map((name) => [name, hours])));

interface DateParts {
  year: number;
  month: number;
  day: number;
  time?: string | undefined;
  /** `a` before noon, `p` after it. */
  half?: string | undefined;
  zone?: string | undefined;
}

const clock = String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:\s*(?<half>[ap])\.?m\b\.?)?`;
const zone = String.raw`(?<zone>[a-z]+(?:/[a-z_]+){1,2}|[a-z]{1,4}(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{1,2}(?::?\d{2})?)`;
const timeAndZone = String.raw`(?:(?:[T,\s]|\s[-–]\s)+(?:at\s+)?${clock}\s*${zone}?)?(?:\s*\([^)]*\))?`;
/** Text after the day that is not a known time or zone, and is ignored. */
const trailingText = String.raw`[T,\s].*`;
const weekday = String.raw`(?:\p{L}{2,13}\.?,?\s+)?`;
const month = String.raw`(?<month>\p{L}{3,16})\.?,?`;
const wholePattern = (source: string): RegExp => new RegExp(`^${source}$`, 'iu');

/** Patterns of days in the order in which they are tried. */
const dayPatterns = [
  String.raw`(?<year>\d{4})(?:[-/]|\.\s?)(?<month>\d{1,2})(?:[-/]|\.\s?)(?<day>\d{1,2})\.?`,
  String.raw`(?<year>\d{4})[年년]\s?(?<month>\d{1,2})[月월]\s?(?<day>\d{1,2})[日일]`,
  String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]+(?:de\s+|of\s+)?${month}[\s-]+(?:del?\s+)?(?<year>\d{4}|\d{2})`,
  String.raw`${weekday}${month}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
  // Dates with dots start with the day.
  String.raw`${weekday}(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})`,
  // A date with slashes is clear only if its day is beyond 12.
  String.raw`${weekday}(?<day>1[3-9]|2\d|3[01])/(?<month>\d{1,2})/(?<year>\d{4})`,
  String.raw`${weekday}(?<month>\d{1,2})/(?<day>1[3-9]|2\d|3[01])/(?<year>\d{4})`,
];

const datePatterns = [
  ...dayPatterns.map((day) => wholePattern(day + timeAndZone)),
  wholePattern(String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<time>\d{6}|\d{4})(?<zone>Z)?)?`),
  wholePattern(String.raw`${weekday}${month}\s+(?<day>\d{1,2})\s+${clock}\s+(?:${zone}\s+)?(?<year>\d{4})`),
  ...dayPatterns.map((day) => wholePattern(day.replace(String.raw`|\d{2})`, ')') + trailingText)),
];

interface ReadDate {
  /** Milliseconds since the epoch. */
  at: number;
  offsetMs: number;
}

const formatUtc = (at: number): string => new Date(at).toISOString().replace('.000', '');

/** Returns the instant in RFC 3339, UTC, in whole seconds. Dates without an offset are in `timeZone`. */
export function parseDate(text: string | undefined, timeZone = 'UTC'): string | undefined {
  const date = readDate(text, timeZone);
  return date && formatUtc(date.at);
}

/** Like parseDate, but keeps the offset of the text, so that the first ten characters are the day of the source. */
export function parseLocalDate(text: string | undefined, timeZone = 'UTC'): string | undefined {
  const date = readDate(text, timeZone);
  if (!date || date.offsetMs === 0) return date && formatUtc(date.at);
  return formatUtc(date.at + date.offsetMs).replace('Z', formatOffset(date.offsetMs));
}

function readDate(text: string | undefined, timeZone: string): ReadDate | undefined {
  const trimmed = text?.trim().replace(/\s+/g, ' ') ?? '';
  if (trimmed.length < 8 || trimmed.length > 80) return undefined;
  for (const pattern of datePatterns) {
    const groups = pattern.exec(trimmed)?.groups;
    const date = groups && toReadDate(readDateParts(groups), timeZone);
    if (date) return date;
  }
  return undefined;
}

function readDateParts(groups: Record<string, string | undefined>): DateParts {
  const { year = '', month: name = '', day = '', time, half, zone: zoneName } = groups;
  return { year: fullYear(year), month: parseMonth(name), day: Number(day), time, half, zone: zoneName };
}

/** Expands two-digit years (RFC 5322 §4.3), with 1970 as the earliest. */
const fullYear = (text: string): number => Number(text) + (text.length === 2 ? (Number(text) < 70 ? 2000 : 1900) : 0);

function toReadDate({ year, month, day, time, half, zone: name }: DateParts, timeZone: string): ReadDate | undefined {
  const seconds = parseTimeOfDay(time, half);
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  if (!exists || year < 1900 || year > 2199 || seconds === undefined) return undefined;
  const wall = midnight.getTime() + seconds * 1000;
  const offsetMs = findOffsetMs(name ?? timeZone, wall);
  // The start of the Unix epoch means that the date was never set.
  return offsetMs === undefined || wall === offsetMs ? undefined : { at: wall - offsetMs, offsetMs };
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

function parseTimeOfDay(time: string | undefined, half: string | undefined): number | undefined {
  if (!time) return 0;
  const digits = time.includes(':') ? time.split(':') : (time.match(/../g) ?? []);
  const [first = 0, minutes = 0, seconds = 0] = digits.map((part) => Math.trunc(Number(part.replace(',', '.'))));
  const isTwelve = half !== undefined && first <= 12;
  const hours = isTwelve ? (first % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : first;
  // Second 60 is a leap second.
  return hours < 24 && minutes < 60 && seconds <= 60 ? hours * 3600 + minutes * 60 + Math.min(seconds, 59) : undefined;
}

function parseOffsetMinutes(name: string): number | undefined {
  const match = /^([a-z]*)([+-])(\d{1,2}):?(\d{2})?$/i.exec(name);
  if (!match) {
    const hours = zoneHours.get(name.toLowerCase());
    return hours === undefined ? undefined : hours * 60;
  }
  const minutes = Number(match[3]) * 60 + Number(match[4] ?? 0);
  return minutes > 14 * 60 ? undefined : match[2] === '-' ? -minutes : minutes;
}
