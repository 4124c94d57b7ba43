// Reads the filter of the content index and search from query parameters.
import type { ContentIndexQuery } from '#contract/schemas/queries.ts';
import type { Filter } from '#domain/lists/content-index.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import { readPersonId } from '#domain/people.ts';
import { daysAgo, readBounds } from '../../http/days.ts';

type Query = Partial<
  Pick<ContentIndexQuery, 'type' | 'types' | 'dateFrom' | 'dateTo' | 'tag' | 'topic' | 'person' | 'year' | 'digest'>
>;

type Days = (string | number | undefined)[];
const sorted = (days: Days): string[] => days.filter((day) => typeof day === 'string').sort();
const latest = (...days: Days): string | undefined => sorted(days).at(-1);
const earliest = (...days: Days): string | undefined => sorted(days)[0];

export function readFilter(query: Query, now: number): Filter {
  const { year, digest, person } = query;
  const days = readBounds(query.dateFrom, query.dateTo);
  const recent = digest && daysAgo(now, digest === '7d' ? 7 : 30);
  const from = latest(recent, year && `${year}-01-01`, days.from);
  const to = earliest(year && `${year}-12-31`, days.to);
  const topics = [query.tag, query.topic].filter((topic) => topic !== undefined);
  return {
    types: [...(query.types ?? []), ...(query.type ? [query.type] : [])],
    ...omitUndefined({
      from,
      to,
      topics: topics.length > 0 ? topics : undefined,
      person: person === undefined ? undefined : readPersonId(person),
    }),
  };
}

/** Returns the Last-Modified time of an answer. A digest changes every day, even if the index does not. */
export function queryChangedAt({ digest }: Query, updatedAt: string, now: number): string {
  const startOfDay = `${daysAgo(now, 0)}T00:00:00Z`;
  return digest && startOfDay > updatedAt ? startOfDay : updatedAt;
}
