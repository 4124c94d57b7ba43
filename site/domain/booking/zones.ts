// Times of a day in a time zone (IANA names, as Intl knows them) and the instants that they are.
import { minuteMs } from '../instants.ts';

export function isTimeZone(name: string): boolean {
  try {
    return name.length <= 64 && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const shapes = new Map<string, Intl.DateTimeFormat>();
/** Making one takes longer than using it a hundred times. */
function shape(timeZone: string): Intl.DateTimeFormat {
  const known = shapes.get(timeZone);
  if (known) return known;
  if (shapes.size > 100) shapes.clear();
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  shapes.set(timeZone, made);
  return made;
}

/** `2026-05-01T18:00:00`: what clocks there show. */
export const localTime = (zone: string, at: number): string => shape(zone).format(at).replace(' ', 'T');

/** By how much clocks there are ahead of UTC. */
export const offsetAt = (zone: string, at: number): number =>
  Date.parse(`${localTime(zone, at)}Z`) - Math.floor(at / 1000) * 1000;

const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** The instant of `2026-05-01T18:00` there; undefined for what no clock shows. Of an hour that comes twice the first. */
export function instantIn(zone: string, time: string): number | undefined {
  const wall = local.test(time) ? Date.parse(`${time}Z`) : Number.NaN;
  if (Number.isNaN(wall) || !isTimeZone(zone)) return undefined;
  const day = 24 * 60 * minuteMs;
  const guesses = [wall - day, wall + day].map((at) => wall - offsetAt(zone, at));
  const wanted = time.length === 16 ? `${time}:00` : time;
  return guesses.sort((a, b) => a - b).find((at) => localTime(zone, at) === wanted);
}

/** `2026-05-01T18:00:00+02:00`. */
export function withOffset(zone: string, at: number): string {
  const minutes = Math.round(offsetAt(zone, at) / minuteMs);
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${localTime(zone, at)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
