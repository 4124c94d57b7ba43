// Converts between instants and local times of a time zone (IANA names, as Intl knows them).
import { dayMs, minuteMs } from '../instants.ts';

/** Returns true for the name of a time zone. Offsets such as `+05:30`, which Intl also accepts, are not names. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z][\w+/-]{0,63}$/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns the name with its usual capital letters, and `UTC` for all names of UTC. */
export function canonicalZone(zone: string): string {
  const written = localFormat(zone).resolvedOptions().timeZone;
  return written === 'UTC' || written.toLowerCase() === zone.toLowerCase() ? written : zone;
}

const localFormats = new Map<string, Intl.DateTimeFormat>();
/** Returns a cached format, because creating one is slow. */
function localFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = localFormats.get(timeZone);
  if (cached) return cached;
  if (localFormats.size > 100) localFormats.clear();
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  localFormats.set(timeZone, format);
  return format;
}

/** Returns the local time, such as `2026-05-01T18:00:00`. */
export const localTime = (zone: string, at: number): string => localFormat(zone).format(at).replace(' ', 'T');

/** Returns the offset of local time from UTC in milliseconds. */
export const utcOffsetMs = (zone: string, at: number): number =>
  Date.parse(`${localTime(zone, at)}Z`) - Math.floor(at / 1000) * 1000;

const localTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** Returns all instants of a local time: none or two around a change of the offset, else one. */
function instantsOfLocalTime(zone: string, time: string): number[] {
  const wall = localTimePattern.test(time) ? Date.parse(`${time}Z`) : Number.NaN;
  if (Number.isNaN(wall) || !isTimeZone(zone)) return [];
  const guesses = new Set([wall - dayMs, wall + dayMs].map((at) => wall - utcOffsetMs(zone, at)));
  const timeWithSeconds = time.length === 16 ? `${time}:00` : time;
  return [...guesses].filter((at) => localTime(zone, at) === timeWithSeconds).sort((a, b) => a - b);
}

/** Returns the first instant of a local time; undefined if the time does not exist. */
export const instantOfLocalTime = (zone: string, time: string): number | undefined =>
  instantsOfLocalTime(zone, time)[0];

/** Formats an offset in milliseconds as `+02:00`. */
export function formatOffset(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Returns the name of the zone, with the offset if the local time occurs twice. */
export const zoneLabel = (zone: string, at: number): string =>
  instantsOfLocalTime(zone, localTime(zone, at)).length > 1
    ? `${zone}, UTC${formatOffset(utcOffsetMs(zone, at))}`
    : zone;

/** Returns the local time with offset, such as `2026-05-01T18:00:00+02:00`. */
export const localTimeWithOffset = (zone: string, at: number): string =>
  localTime(zone, at) + formatOffset(utcOffsetMs(zone, at));
