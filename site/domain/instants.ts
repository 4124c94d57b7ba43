// Instants in milliseconds since 1970, in UTC.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Formats an instant as RFC 3339. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Converts an RFC 3339 time to UTC without empty milliseconds. Returns any other text unchanged. */
export const utcTime = (time: string): string =>
  Number.isNaN(Date.parse(time)) ? time : isoTime(Date.parse(time)).replace('.000Z', 'Z');

/** Formats the UTC day as YYYY-MM-DD. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10);

const typedInstant = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?Z?)?$/;

/** Converts a typed day or UTC time to RFC 3339. Returns any other text unchanged. */
export function parseTypedInstant(typed: string): string {
  const [, day, time = '00:00', seconds = ':00'] = typedInstant.exec(typed) ?? [];
  return day ? `${day}T${time}${seconds}Z` : typed;
}
