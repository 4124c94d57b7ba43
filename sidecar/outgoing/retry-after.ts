// Parses the Retry-After header.

/**
 * Returns the delay in milliseconds from seconds or a date (RFC 9110 §10.2.3); 0 if the value is missing or not valid.
 */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
