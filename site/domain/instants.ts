// Instants as milliseconds since 1970, in UTC.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** As RFC 3339 writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** An RFC 3339 time with any offset, in UTC and without empty milliseconds; anything else stays as it is. */
export const utcTime = (time: string): string =>
  Number.isNaN(Date.parse(time)) ? time : isoTime(Date.parse(time)).replace('.000Z', 'Z');

/** YYYY-MM-DD. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10);

const typedInstant = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?Z?)?$/;

/** What a person typed, a day or a time in UTC, as RFC 3339 writes it; anything else stays as it is. */
export function parseTypedInstant(typed: string): string {
  const [, day, time = '00:00', seconds = ':00'] = typedInstant.exec(typed) ?? [];
  return day ? `${day}T${time}${seconds}Z` : typed;
}
