// Dates of feeds as instants. A spelling that leaves a doubt about the day gives none: no date is better than a wrong one.
import { instantIn, isTimeZone, offsetAt, offsetText } from '#domain/booking/zones.ts';
import { minuteMs } from '#domain/instants.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours from UTC of the zone names that mean one thing only. RFC 822 §5.1 and what European and Asian feeds write. */
const zones: Record<string, number> = {
  z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, mez: 1, cest: 2, mesz: 2, eet: 2, eest: 3, msk: 3,
  jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13,
  est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10,
}; // prettier-ignore

interface Parts {
  year: number;
  month: number;
  day: number;
  time?: string | undefined;
  zone?: string | undefined;
}

const clock = String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)`;
const zone = String.raw`(?<zone>[a-z]+(?:/[a-z_]+){1,2}|[a-z]{1,4}(?:[+-]\d{2}:?\d{2})?|[+-]\d{2}(?::?\d{2})?)`;
const after = String.raw`(?:[T,\s]+(?:at\s+)?${clock}\s*${zone}?)?(?:\s*\([^)]*\))?`;
const weekday = String.raw`(?:[a-z]{2,9}\.?,?\s+)?`;
const spelling = (source: string): RegExp => new RegExp(`^${source}$`, 'i');

const spellings = [
  spelling(String.raw`(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})${after}`),
  spelling(String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<time>\d{6}|\d{4})(?<zone>Z)?)?`),
  spelling(
    String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})${after}`,
  ),
  spelling(String.raw`${weekday}(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${after}`),
  spelling(String.raw`${weekday}(?<month>[a-z]{3})\s+(?<day>\d{1,2})\s+${clock}\s+(?:${zone}\s+)?(?<year>\d{4})`),
  // Dates with dots have the day first.
  spelling(String.raw`${weekday}(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})${after}`),
  // With slashes only a day beyond 12 tells which number is which.
  spelling(String.raw`${weekday}(?<day>1[3-9]|2\d|3[01])/(?<month>\d{1,2})/(?<year>\d{4})${after}`),
  spelling(String.raw`${weekday}(?<month>\d{1,2})/(?<day>1[3-9]|2\d|3[01])/(?<year>\d{4})${after}`),
];

interface ReadDate {
  /** Milliseconds since the epoch. */
  at: number;
  offsetMs: number;
}

const written = (at: number): string => new Date(at).toISOString().replace('.000', '');

/** The instant in RFC 3339, whole seconds, UTC. A date that states no offset is one of `timeZone`. */
export function parseDate(text: string | undefined, timeZone = 'UTC'): string | undefined {
  const date = readDate(text, timeZone);
  return date && written(date.at);
}

/** The same with the offset that the text states, so that its first ten characters are the day of the source. */
export function parseLocalDate(text: string | undefined, timeZone = 'UTC'): string | undefined {
  const date = readDate(text, timeZone);
  if (!date || date.offsetMs === 0) return date && written(date.at);
  return written(date.at + date.offsetMs).replace('Z', offsetText(date.offsetMs));
}

function readDate(text: string | undefined, timeZone: string): ReadDate | undefined {
  const trimmed = text?.trim().replace(/\s+/g, ' ') ?? '';
  if (trimmed.length < 8 || trimmed.length > 80) return undefined;
  for (const pattern of spellings) {
    const groups = pattern.exec(trimmed)?.groups;
    if (groups) return instantOf(partsOf(groups), timeZone);
  }
  return undefined;
}

function partsOf(groups: Record<string, string | undefined>): Parts {
  const { year = '', month = '', day = '', time, zone: name } = groups;
  const named = months.indexOf(month.slice(0, 3).toLowerCase());
  return {
    year: fullYear(year),
    month: /\d/.test(month) ? Number(month) : named + 1,
    day: Number(day),
    time,
    zone: name,
  };
}

/** RFC 5322 §4.3, with the turn of the century moved to where the web began. */
const fullYear = (text: string): number => Number(text) + (text.length === 2 ? (Number(text) < 70 ? 2000 : 1900) : 0);

function instantOf({ year, month, day, time, zone: name }: Parts, timeZone: string): ReadDate | undefined {
  const seconds = secondsOf(time);
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  if (!exists || year < 1900 || year > 2199 || seconds === undefined) return undefined;
  const wall = midnight.getTime() + seconds * 1000;
  const offsetMs = offsetOf(name ?? timeZone, wall);
  // The zero of a computer's clock: a date that was never set.
  return offsetMs === undefined || wall === offsetMs ? undefined : { at: wall - offsetMs, offsetMs };
}

/** `wall` is what clocks there show, as if it were UTC; an hour that clocks skip has the offset of the hours around it. */
function offsetOf(zoneName: string, wall: number): number | undefined {
  const minutes = offsetMinutes(zoneName);
  if (minutes !== undefined) return minutes * minuteMs;
  if (!zoneName.includes('/') || !isTimeZone(zoneName)) return undefined;
  return wall - (instantIn(zoneName, written(wall).slice(0, 19)) ?? wall - offsetAt(zoneName, wall));
}

function secondsOf(time: string | undefined): number | undefined {
  if (!time) return 0;
  const digits = time.includes(':') ? time.split(':') : (time.match(/../g) ?? []);
  const [hours = 0, minutes = 0, seconds = 0] = digits.map((part) => Math.trunc(Number(part.replace(',', '.'))));
  // Second 60 is a leap second.
  return hours < 24 && minutes < 60 && seconds <= 60 ? hours * 3600 + minutes * 60 + Math.min(seconds, 59) : undefined;
}

function offsetMinutes(name: string): number | undefined {
  const match = /^([a-z]*)([+-])(\d{2}):?(\d{2})?$/i.exec(name);
  if (!match) return Object.hasOwn(zones, name.toLowerCase()) ? zones[name.toLowerCase()]! * 60 : undefined;
  const minutes = Number(match[3]) * 60 + Number(match[4] ?? 0);
  return minutes > 14 * 60 ? undefined : match[2] === '-' ? -minutes : minutes;
}
