// When a host wants to be asked again.

/** RFC 9110 §10.2.3: seconds or a date; 0 where it says nothing that can be read. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
