// Reads list parameters from addresses and builds links to the previous and next pages.
import type { Pager } from './ui/listing.ts';
import type { ConsoleRequest } from './page.ts';

type Query = Pick<ConsoleRequest, 'query'>;

export const pageSize = 25;
const lastPage = 100_000;

/** Returns a parameter, or undefined if it is missing or empty. */
export const queryText = ({ query }: Query, name: string): string | undefined =>
  query[name]?.slice(0, 200) || undefined;

/** Returns a positive integer, or undefined. */
export function queryNumber(from: Query, name: string): number | undefined {
  const value = queryText(from, name);
  return value !== undefined && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}

export const queryChoice = <T extends string>(from: Query, name: string, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === queryText(from, name));

export const queryPage = (from: Query): number => Math.min(queryNumber(from, 'page') ?? 1, lastPage);

/** Adds the defined parameters to a path. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

/** Returns links for lists with numbered pages. */
export const createNumberedPager = (
  path: string,
  query: Record<string, string | undefined>,
  page: number,
  hasMore: boolean,
): Pager => ({
  ...(page > 1 && { newer: withQuery(path, { ...query, page: page > 2 ? page - 1 : undefined }) }),
  ...(hasMore && { older: withQuery(path, { ...query, page: page + 1 }) }),
});

/** Returns links for lists that only grow at the top: a page starts below the last id of the previous one. */
export function createIdPager(
  path: string,
  query: Record<string, string | undefined>,
  isFirst: boolean,
  oldestId: number | undefined,
): Pager {
  return {
    ...(!isFirst && { newer: withQuery(path, query) }),
    ...(oldestId !== undefined && { older: withQuery(path, { ...query, before: oldestId }) }),
  };
}
