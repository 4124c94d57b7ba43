// Reads the bounds of a period in requests, each a day as YYYY-MM-DD or a time as RFC 3339. @spec-gap dates
import { ApiError } from '#contract/errors.ts';
import { dayMs, isoDay } from '#domain/instants.ts';

const instant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Returns true for a day of the calendar. `Date` alone would read 30 February as 2 March. */
function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Returns a time in UTC, or undefined if it does not exist or its year in UTC does not have four digits. */
function readTime(text: string): string | undefined {
  const date = new Date(text);
  if (!instant.test(text) || !isRealDay(text.slice(0, 10)) || Number.isNaN(date.getTime())) return undefined;
  const time = date.toISOString();
  return isRealDay(time.slice(0, 10)) ? time : undefined;
}

/** Returns a day unchanged and a time in UTC. Throws bad_request with the field's name. */
export function readBound(field: string, value: string): string {
  if (isRealDay(value)) return value;
  // A + in the offset arrives as a space if it was not percent-encoded.
  const time = readTime(value.replace(/ (?=\d{2}:\d{2}$)/, '+'));
  if (!time) throw new ApiError('bad_request', `${field} is not a valid date. Use YYYY-MM-DD or RFC 3339.`, { field });
  return time;
}

/** Reads both bounds and checks their order. A day and a time on that day are in order. */
export function readBounds(from?: string, to?: string): { from?: string; to?: string } {
  const days = { ...(from && { from: readBound('dateFrom', from) }), ...(to && { to: readBound('dateTo', to) }) };
  const length = Math.min(days.from?.length ?? 0, days.to?.length ?? 0);
  if (days.from && days.to && days.from.slice(0, length) > days.to.slice(0, length)) {
    throw new ApiError('bad_request', 'dateFrom lies after dateTo. Swap them.', { field: 'dateFrom' });
  }
  return days;
}

/** Returns the day in UTC that is the given number of days before `now`. */
export const daysAgo = (now: number, days: number): string => isoDay(now - days * dayMs);
