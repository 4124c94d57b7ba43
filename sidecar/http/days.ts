// Days from outside: YYYY-MM-DD (UTC) or RFC 3339, checked for being real.
import { ApiError } from '#contract/errors.ts';

const full = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** The day in UTC as YYYY-MM-DD. Throws bad_request with the field's name. */
export function readDay(field: string, value: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  // A + of the offset arrives as a space when it was not percent-encoded.
  const date = new Date(isDay ? `${value}T00:00:00Z` : value.replace(/ (?=\d{2}:\d{2}$)/, '+'));
  const valid = (isDay || full.test(value.replace(/ (?=\d{2}:\d{2}$)/, '+'))) && !Number.isNaN(date.getTime());
  const dayExists = valid && (!isDay || date.toISOString().startsWith(value));
  if (!dayExists)
    throw new ApiError('bad_request', `${field} is no date. Give YYYY-MM-DD (UTC) or RFC 3339.`, { field });
  return date.toISOString().slice(0, 10);
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
export const daysAgo = (now: number, days: number): string =>
  new Date(now - days * 86_400_000).toISOString().slice(0, 10);
