// GET /api/agent/search: items by what their texts say, each with the passages that match.
import type { SearchResults } from '#contract/schemas/search.ts';
import { isPaywalled, isPriced, summarizeWithheld } from '#domain/access/access.ts';
import { type Filter, filterPredicate, queryContentIndex } from '#domain/lists/content-index.ts';
import { findEmptyReason } from '../../release/empty-reason.ts';
import { queryChangedAt, readFilter } from './filter.ts';
import { createEtag, json, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';
import { parseSearchWords, searchRelease } from '../../release/search.ts';

/** Why there is nothing or less than there could be, and what a price keeps back. @spec-gap empty-reason */
function describeGaps(
  { index, facts: { access } }: Release,
  filter: Filter,
  { count, total }: SearchResults,
  newest: number,
  matching: (isIn: (position: number) => boolean) => number,
): Partial<SearchResults> {
  const { items, memory } = index;
  const hidden = newest === Infinity ? 0 : matching((position) => position >= newest);
  const unread = isPaywalled(access) ? items.count((item) => isPriced(access, item), newest) : 0;
  // The texts of hidden items are not in the index: only where nothing else fits the filter are they why.
  const isFilled = () => queryContentIndex(memory, filter, 1, 0).total > 0;
  const ofNone = () => (total === 0 && isFilled() ? 'filter' : findEmptyReason(index, filter, total));
  const reason = hidden > 0 ? 'l402_required' : count === 0 ? ofNone() : undefined;
  // No offer for these: a pass opens the texts themselves, and no search in them.
  return {
    ...(reason && { emptyReason: reason }),
    ...summarizeWithheld(access, hidden, 0),
    ...(unread > 0 && { uncheckedTexts: unread }),
  };
}

export const search: Handler<'search'> = ({ query }, { release, sandbox, now, newest }) => {
  const searched = sandbox ? release.sandbox : release;
  const parsed = parseSearchWords(query.q, release.facts.creator.language);
  const filter = readFilter(query, now);
  return {
    etag: createEtag('search', searched.index.etag, query.q, filter, query.limit, query.offset, newest),
    lastModified: queryChangedAt(query, searched.index.updatedAt, now),
    answer: () => {
      const isWanted = filterPredicate(searched.index.memory, filter);
      const results = searchRelease(searched, query, parsed, isWanted, newest);
      const matching = (isIn: (position: number) => boolean) =>
        searchRelease(searched, { ...query, offset: 0, limit: 1 }, parsed, (at) => isIn(at) && isWanted(at)).total;
      const gaps = sandbox ? {} : describeGaps(release, filter, results, newest ?? Infinity, matching);
      return json({ ...results, ...gaps, ...(sandbox && { _sandbox: true }) });
    },
  };
};
