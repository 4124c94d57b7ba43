// GET /api/agent/search: items by what their texts say, each with the passages that match.
import { ApiError } from '#contract/errors.ts';
import { searchDefaultLimit, searchMaxTerms } from '#contract/limits.ts';
import type { SearchQuery, SearchResults } from '#contract/schemas/search.ts';
import { type Filter, fits } from '#domain/content-index.ts';
import { type ParsedQuery, parseQuery, type QueryProblem } from '#domain/search/query.ts';
import { snippetsOf } from '#domain/search/snippets.ts';
import { changedAt, readFilter } from '../http/filter.ts';
import { etagOf, json, type Handler } from '../http/handler.ts';
import type { Release } from '../release/release.ts';

const problems: Record<QueryProblem, string> = {
  no_words: 'q has no word in it. Give words to look for.',
  stop_words: 'q has only words that stand everywhere. Add one that says more, or put it in double quotes.',
  too_many_words: `q has more than ${searchMaxTerms} words and phrases. Leave some out.`,
};

function read(q: string, language: string): ParsedQuery {
  const parsed = parseQuery(q, language);
  if (typeof parsed === 'object') return parsed;
  throw new ApiError('bad_request', problems[parsed], { field: 'q', reason: parsed });
}

type Searched = Pick<Release, 'index' | 'texts'>;

function results(
  { index, texts }: Searched,
  query: SearchQuery,
  parsed: ParsedQuery,
  filter: Filter,
  newest?: number,
): SearchResults {
  const { limit = searchDefaultLimit, offset = 0 } = query;
  const seen = newest === undefined ? undefined : new Set(index.items.slice(0, newest).map(({ id }) => id));
  const rank = (expression: string) =>
    texts.rank(expression, offset + limit, (item) => fits(item, filter) && (seen?.has(item.id) ?? true));
  const withAll = rank(parsed.all);
  const matched = withAll.total > 0 ? 'all' : 'any';
  const { best, total } = matched === 'all' ? withAll : rank(parsed.any);
  const items = best.slice(offset).map(({ position, score }) => {
    const found = texts.marked(parsed[matched], position);
    return { ...index.items[position]!, score, snippets: snippetsOf(found.texts, found.pageUrl) };
  });
  return { query: query.q, matched, items, count: items.length, total };
}

export const search: Handler<'search'> = ({ query }, { release, sandbox, now, newest }) => {
  const searched = sandbox ? release.sandbox : release;
  const parsed = read(query.q, release.facts.creator.language);
  const filter = readFilter(query, now);
  return {
    etag: etagOf('search', searched.index.etag, query.q, filter, query.limit, query.offset, newest),
    lastModified: changedAt(query, searched.index.updatedAt, now),
    answer: () => json({ ...results(searched, query, parsed, filter, newest), ...(sandbox && { _sandbox: true }) }),
  };
};
