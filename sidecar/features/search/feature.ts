// Search and lists: the content index, items, and the pages with results.
import type { Feature } from '../feature.ts';
import { contentIndex, contentIndexBundle } from './content-index.ts';
import { listHandlers, people, wholeItem } from './lists.ts';
import { addQueryPages } from './pages/query-pages.ts';
import type { SearchResults } from '#contract/schemas/search.ts';
import { isPaywalled, isPriced, summarizeWithheld } from '#domain/access/access.ts';
import { type Filter, filterPredicate, queryContentIndex } from '#domain/lists/content-index.ts';
import { explainNoItems } from '../../release/empty-reason.ts';
import { queryChangedAt, readFilter } from './filter.ts';
import { createEtag, json, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';
import { parseSearchWords, searchRelease, searchRoomTexts } from '../../release/search.ts';

/** Returns the reason for missing results, and the items and texts that require payment. @spec-gap empty-reason */
function describeGaps(
  { index, facts: { access } }: Release,
  filter: Filter,
  { count, total }: SearchResults,
  newest: number,
  countMatches: (isIn: (position: number) => boolean) => number,
): Partial<SearchResults> {
  const { items, visible } = index;
  const hiddenCount = newest === Infinity ? 0 : countMatches((position) => position >= newest);
  const unread = isPaywalled(access) ? items.count((item) => isPriced(access, item), newest) : 0;
  // Texts of hidden items are not indexed, so they are the reason only if no other item matches the filter.
  const isFilled = () => queryContentIndex(visible, filter, 1, 0).total > 0;
  const gap = () =>
    total === 0 && hiddenCount === 0 && isFilled()
      ? ({ emptyReason: 'filter' } as const)
      : explainNoItems(index, filter, total, hiddenCount > 0);
  // Unchecked texts have no offer, since paying for a text does not make it searchable.
  return {
    ...(count === 0 && gap()),
    ...summarizeWithheld(access, hiddenCount),
    ...(unread > 0 && { uncheckedTexts: unread }),
  };
}

const search: Handler<'search'> = ({ query }, { release, sandbox, now, newest }) => {
  const searched = sandbox ? release.sandbox : release;
  const parsed = parseSearchWords(query.q, release.facts.creator.language);
  const filter = readFilter(query, now);
  return {
    etag: createEtag('search', searched.index.etag, query.q, filter, query.limit, query.offset, newest),
    lastModified: queryChangedAt(query, searched.index.updatedAt, now),
    answer: () => {
      const isWanted = filterPredicate(searched.index.visible, filter);
      const results = searchRelease(searched, query, parsed, isWanted, newest);
      const countMatches = (isIn: (position: number) => boolean) =>
        searchRelease(searched, { ...query, offset: 0, limit: 1 }, parsed, (at) => isIn(at) && isWanted(at)).total;
      const gaps = sandbox ? {} : describeGaps(release, filter, results, newest ?? Infinity, countMatches);
      const about = sandbox || query.offset ? {} : searchRoomTexts(release, parsed);
      return json({ ...results, ...about, ...gaps, ...(sandbox && { _sandbox: true }) });
    },
  };
};

export const searchFeature = {
  handlers: { contentIndex, contentIndexBundle, ...listHandlers, people, item: wholeItem, search },
  addPages: addQueryPages,
} satisfies Feature;
