// Days from outside: YYYY-MM-DD (UTC) or RFC 3339, checked for being real. @spec-gap dates
import { ApiError } from '#contract/errors.ts';
import { dayMs, isoDay } from '#domain/instants.ts';

const instant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Date takes 30 February for 2 March. */
function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The day in UTC as YYYY-MM-DD. Throws bad_request with the field's name. */
export function readDay(field: string, value: string): string {
  // A + of the offset arrives as a space when it was not percent-encoded.
  const text = isRealDay(value) ? `${value}T00:00:00Z` : value.replace(/ (?=\d{2}:\d{2}$)/, '+');
  const date = new Date(text);
  const isReal = instant.test(text) && isRealDay(text.slice(0, 10)) && !Number.isNaN(date.getTime());
  const day = isReal ? date.toISOString().slice(0, 10) : '';
  // An offset may lead out of the years of four digits.
  if (!isRealDay(day))
    throw new ApiError('bad_request', `${field} is no date. Give YYYY-MM-DD (UTC) or RFC 3339.`, { field });
  return day;
}

/** The first and last day in order. */
export function readDays(from?: string, to?: string): { from?: string; to?: string } {
  const days = { ...(from && { from: readDay('dateFrom', from) }), ...(to && { to: readDay('dateTo', to) }) };
  if (days.from && days.to && days.from > days.to) {
    throw new ApiError('bad_request', 'dateFrom lies after dateTo. Swap them.', { field: 'dateFrom' });
  }
  return days;
}

/** First day of the last `days` days, counted back from `now` in UTC. */
export const daysAgo = (now: number, days: number): string => isoDay(now - days * dayMs);
