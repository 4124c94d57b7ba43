// Narrows a list of items by what its address asks for, and cuts the page out of it.
import { itemTypes } from '#contract/content-types.ts';
import { surfaces } from '#contract/schemas/stored-item.ts';
import type { ItemFilter, Pages } from './model.ts';
import { choiceOf, numberedPager, pageOf, textOf, withQuery } from '../listing.ts';
import type { ConsoleRequest } from '../page.ts';
import type { Head } from './shelf.ts';

const pageSize = 50;

export type Query = Pick<ConsoleRequest, 'query'>;

/** What makes no sense narrows nothing. */
export function filterOf(from: Query): ItemFilter {
  const type = choiceOf(from, 'type', itemTypes);
  const feed = textOf(from, 'feed');
  const state = choiceOf(from, 'state', ['new', 'edit']);
  const hidden = choiceOf(from, 'hidden', surfaces);
  return {
    words: textOf(from, 'words')?.trim() ?? '',
    ...(type && { type }),
    ...(feed && { feed }),
    ...(state && { state }),
    ...(hidden && { hidden }),
  };
}

/** `published` has the file names of what is published. */
export function narrowed(heads: Head[], filter: ItemFilter, published?: Set<string>): Head[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return heads.filter(
    (head) =>
      (!filter.type || head.type === filter.type) &&
      (!filter.feed || head.sourceFeed === filter.feed) &&
      (!filter.state || (filter.state === 'edit') === published?.has(`${head.id}.md`)) &&
      (!filter.hidden || head.hiddenOn?.includes(filter.hidden)) &&
      words.every((word) => head.words.includes(word)),
  );
}

const parametersOf = ({ words, ...rest }: ItemFilter) => ({ words: words || undefined, ...rest });

/** `path` is the list's own, below /console. A page beyond the last is the last. */
export function pageOfItems<T>(all: T[], path: string, from: Query): { items: T[]; pages: Pages } {
  const count = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(pageOf(from), count);
  const query = parametersOf(filterOf(from));
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    pages: {
      ...numberedPager(path, query, page, page < count),
      total: all.length,
      page,
      count,
      here: withQuery(path, { ...query, page: page > 1 ? page : undefined }),
    },
  };
}

/** What an address asks for. */
export const queryIn = (address: string): Query => ({
  query: Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? '')),
});

/** The list that a form says it came from, and nowhere else. */
export function backTo(path: string, said: string): string {
  const from = queryIn(said);
  const page = pageOf(from);
  return withQuery(path, { ...parametersOf(filterOf(from)), page: page > 1 ? page : undefined });
}

export const feedsOf = (heads: Head[]): { id: string; count: number }[] =>
  [...Map.groupBy(heads, ({ sourceFeed }) => sourceFeed ?? '')]
    .filter(([id]) => id !== '')
    .map(([id, ofFeed]) => ({ id, count: ofFeed.length }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
