// Formats dates, durations and numbers in the language of the room.
import { isTimeZone } from '#domain/booking/zones.ts';
import { canonicalLocale } from '#domain/messages/messages.ts';
import type { Room } from '#domain/room.ts';
import { memoizeText } from '#domain/text/memoize-text.ts';
import type { Translate } from './translate.ts';

/** Date for a time element: text and machine-readable form. */
export interface FormattedDate {
  iso: string;
  text: string;
}

const shapes = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  minute: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

const locale = (room: Room): string => canonicalLocale(room.creator.language);

/** Returns the time zone options. Days are calendar days; a time of day is in the zone of the room and names it. */
function timeZoneFor({ creator: { timeZone = 'UTC' } }: Room, shape: keyof typeof shapes): Intl.DateTimeFormatOptions {
  if (shape !== 'minute') return { timeZone: 'UTC' };
  const isKnown = timeZone !== 'UTC' && isTimeZone(timeZone);
  return isKnown ? { timeZone, timeZoneName: 'longGeneric' } : { timeZone: 'UTC', timeZoneName: 'short' };
}

function dateFormat(room: Room, shape: keyof typeof shapes): Intl.DateTimeFormat {
  const zone = timeZoneFor(room, shape);
  const key = `${room.creator.language} ${shape} ${zone.timeZone}`;
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(locale(room), { ...shapes[shape], ...zone });
  formats.set(key, cached);
  return cached;
}

const days = new Map<string, (day: string) => string>();

/** Formats a day. Results are cached, because the same days appear on many pages. */
export function formatDay(room: Room, instant: string): FormattedDate {
  const { language } = room.creator;
  const iso = instant.slice(0, 10);
  const textOf = days.get(language) ?? memoizeText((day) => dateFormat(room, 'day').format(new Date(day)));
  days.set(language, textOf);
  return { iso, text: textOf(iso) };
}

/** Formats a day without its year, which a heading names. */
export const formatShortDay = (room: Room, instant: string): FormattedDate => ({
  iso: instant.slice(0, 10),
  text: dateFormat(room, 'short').format(new Date(instant)),
});

export const formatMinute = (room: Room, instant: string): FormattedDate => ({
  iso: instant,
  text: dateFormat(room, 'minute').format(new Date(instant)),
});

const rangeFormatter =
  (shape: keyof typeof shapes) =>
  (room: Room, from: string, to: string): FormattedDate => ({
    iso: from.slice(0, 10),
    text: dateFormat(room, shape).formatRange(new Date(from), new Date(to)),
  });

/** Formats a range of days without the year, as short as the language allows. */
export const formatDays = rangeFormatter('short');

/** Formats a range of days with the year. */
export const formatLongDays = rangeFormatter('day');

/** Formats a duration as `48 min` or `1 h 20 min`, or in seconds below a minute. */
export function formatDuration(t: Translate, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return t('length.seconds', { seconds: Math.round(seconds) });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours && t('length.hours', { hours }), rest && t('length.minutes', { minutes: rest })]
    .filter(Boolean)
    .join(' ');
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats a number with at least `minDigits` and at most `maxDigits` decimals. */
export function formatNumber(room: Room, value: number, { minDigits = 0, maxDigits = 3 } = {}): string {
  const key = `${room.creator.language} ${minDigits} ${maxDigits}`;
  const shape = { minimumFractionDigits: minDigits, maximumFractionDigits: maxDigits };
  const cached = numberFormats.get(key) ?? new Intl.NumberFormat(locale(room), shape);
  numberFormats.set(key, cached);
  return cached.format(value);
}

/** Formats a size in kilobytes, or in megabytes with one decimal, as powers of 1000. */
export function formatSize(room: Room, bytes: number): string {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [Math.max(1, Math.round(bytes / 1000)), 'kB'];
  const digits = unit === 'MB' ? 1 : 0;
  return `${formatNumber(room, value, { minDigits: digits, maxDigits: digits })} ${unit}`;
}
