// Converts between instants and local times of a time zone (IANA names, as Intl knows them).
import { dayMs, minuteMs } from '../instants.ts';

/** Offsets such as `+05:30`, which Intl takes, too, are no names: they have no place in a calendar. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z][\w+/-]{0,63}$/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** As Intl writes it, where that is the same name; `UTC` for all names of UTC. */
export function canonicalZone(zone: string): string {
  const written = localFormat(zone).resolvedOptions().timeZone;
  return written === 'UTC' || written.toLowerCase() === zone.toLowerCase() ? written : zone;
}

const localFormats = new Map<string, Intl.DateTimeFormat>();
/** Making one takes longer than using it a hundred times. */
function localFormat(timeZone: string): Intl.DateTimeFormat {
  const known = localFormats.get(timeZone);
  if (known) return known;
  if (localFormats.size > 100) localFormats.clear();
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  localFormats.set(timeZone, made);
  return made;
}

/** `2026-05-01T18:00:00`: what clocks there show. */
export const localTime = (zone: string, at: number): string => localFormat(zone).format(at).replace(' ', 'T');

/** By how much clocks there are ahead of UTC. */
export const utcOffsetMs = (zone: string, at: number): number =>
  Date.parse(`${localTime(zone, at)}Z`) - Math.floor(at / 1000) * 1000;

const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** When clocks there show `2026-05-01T18:00`: never, once, or twice in the hour that comes again. */
function instantsOfLocalTime(zone: string, time: string): number[] {
  const wall = local.test(time) ? Date.parse(`${time}Z`) : Number.NaN;
  if (Number.isNaN(wall) || !isTimeZone(zone)) return [];
  const guesses = new Set([wall - dayMs, wall + dayMs].map((at) => wall - utcOffsetMs(zone, at)));
  const wanted = time.length === 16 ? `${time}:00` : time;
  return [...guesses].filter((at) => localTime(zone, at) === wanted).sort((a, b) => a - b);
}

/** Undefined for what no clock shows. The first of the two where an hour comes twice. */
export const instantOfLocalTime = (zone: string, time: string): number | undefined =>
  instantsOfLocalTime(zone, time)[0];

/** `+02:00`, of milliseconds ahead of UTC. */
export function formatOffset(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The zone as it stands beside a time: with the offset where clocks there show that time twice. */
export const zoneLabel = (zone: string, at: number): string =>
  instantsOfLocalTime(zone, localTime(zone, at)).length > 1
    ? `${zone}, UTC${formatOffset(utcOffsetMs(zone, at))}`
    : zone;

/** `2026-05-01T18:00:00+02:00`. */
export const localTimeWithOffset = (zone: string, at: number): string =>
  localTime(zone, at) + formatOffset(utcOffsetMs(zone, at));
