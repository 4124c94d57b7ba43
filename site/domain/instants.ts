// Instants as milliseconds since 1970, in UTC.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** As RFC 3339 writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** YYYY-MM-DD. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10);
