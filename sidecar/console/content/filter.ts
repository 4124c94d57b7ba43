// Filters and paginates lists of items according to the query of their address.
import { itemTypes } from '#contract/content-types.ts';
import { surfaces } from '#contract/schemas/stored-item.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import type { ItemFilter, ItemPager } from './model.ts';
import { queryChoice, createNumberedPager, queryPage, queryText, withQuery } from '../listing.ts';
import type { ConsoleRequest } from '../page.ts';
import type { FeedTitle } from './feed-titles.ts';
import type { ItemSummary } from './folder-index.ts';

const pageSize = 50;

export type ListQuery = Pick<ConsoleRequest, 'query'>;

/** Reads the filter and ignores invalid values. */
export function readItemFilter(from: ListQuery): ItemFilter {
  return omitUndefined({
    words: queryText(from, 'words')?.trim() ?? '',
    type: queryChoice(from, 'type', itemTypes),
    feed: queryText(from, 'feed'),
    state: queryChoice(from, 'state', ['new', 'edit']),
    hidden: queryChoice(from, 'hidden', surfaces),
  });
}

/** Returns the matching items. `published` holds the file names of published items. */
export function filterItems(items: ItemSummary[], filter: ItemFilter, published?: Set<string>): ItemSummary[] {
  const { type, feed, state, hidden } = filter;
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  const hasState = ({ id }: ItemSummary) => !state || (state === 'edit') === published?.has(`${id}.md`);
  const isHidden = ({ hiddenOn = [] }: ItemSummary) => !hidden || hiddenOn.includes(hidden);
  return items.filter(
    (item) =>
      (!type || item.type === type) &&
      (!feed || item.sourceFeed === feed) &&
      hasState(item) &&
      isHidden(item) &&
      words.every((word) => item.words.includes(word)),
  );
}

const filterParameters = ({ words, ...rest }: ItemFilter) => ({ words: words || undefined, ...rest });

/** Returns one page of items; a page number beyond the last means the last page. `path` is the list below /console. */
export function paginateItems<T>(all: T[], path: string, from: ListQuery): { items: T[]; pages: ItemPager } {
  const count = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(queryPage(from), count);
  const query = filterParameters(readItemFilter(from));
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    pages: {
      ...createNumberedPager(path, query, page, page < count),
      total: all.length,
      page,
      count,
      here: withQuery(path, { ...query, page: page > 1 ? page : undefined }),
    },
  };
}

/** Parses the query of an address. */
export const readQuery = (address: string): ListQuery => ({
  query: Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? '')),
});

/** Returns the address of the list at `path` with the filter and page of `said`, ignoring its path. */
export function listAddress(path: string, said: string): string {
  const from = readQuery(said);
  const page = queryPage(from);
  return withQuery(path, { ...filterParameters(readItemFilter(from)), page: page > 1 ? page : undefined });
}

export const countByFeed = (heads: ItemSummary[], titleOf: FeedTitle): { id: string; title: string; count: number }[] =>
  [...Map.groupBy(heads, ({ sourceFeed }) => sourceFeed ?? '')]
    .filter(([id]) => id !== '')
    .map(([id, ofFeed]) => ({ id, title: titleOf(id) ?? id, count: ofFeed.length }))
    .sort((a, b) => a.title.localeCompare(b.title));
