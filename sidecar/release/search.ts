// Searches the texts of a release for the API and the search page.
import { ApiError } from '#contract/errors.ts';
import { searchDefaultLimit, searchMaxTerms } from '#contract/limits.ts';
import type { SearchQuery, SearchResults } from '#contract/schemas/search.ts';
import { freeItems, isIndexPriced } from '#domain/access/access.ts';
import { type ParsedQuery, parseQuery, type QueryProblem } from '#domain/search/query.ts';
import { findSnippets } from '#domain/search/snippets.ts';
import type { Release } from './release.ts';
import { createPassageRanking } from './relevance.ts';
import { findRoomSentences } from './run-query.ts';
import type { TextIndex } from './text-index.ts';

const problems: Record<QueryProblem, string> = {
  no_words: 'q has no word in it. Give words to look for.',
  stop_words: 'q has only words that stand everywhere. Add one that says more, or put it in double quotes.',
  too_many_words: `q has more than ${searchMaxTerms} words and phrases. Leave some out.`,
};

export function parseSearchWords(q: string, language: string): ParsedQuery {
  const parsed = parseQuery(q, language);
  if (typeof parsed === 'object') return parsed;
  throw new ApiError('bad_request', problems[parsed], { field: 'q', reason: parsed });
}

/** Returns the number of newest items that a page may show; undefined if it may show all. */
export const countFreeItems = ({ facts: { access } }: Pick<Release, 'facts'>): number | undefined =>
  isIndexPriced(access) ? freeItems(access) : undefined;

/** Returns the words that the room does not have, and suggestions. */
function spelling(
  { nearest }: Pick<TextIndex, 'nearest'>,
  parsed: ParsedQuery,
  missing: ParsedQuery,
): Pick<SearchResults, 'notFound' | 'didYouMean'> {
  if (missing.length === 0) return {};
  const meant = parsed.map((term) => {
    const { words, isQuoted, text } = term;
    return (missing.includes(term) && !isQuoted && words.length === 1 && nearest(words[0]!)) || text;
  });
  const isOther = meant.some((text, at) => text !== parsed[at]!.text);
  return { notFound: missing.map(({ text }) => text), ...(isOther && { didYouMean: meant.join(' ') }) };
}

const maxSentences = 3;

/** Returns the sentences about the creator and the room for the first page of a search. */
export function searchRoomTexts(
  release: Pick<Release, 'facts' | 'index' | 'texts'>,
  parsed: ParsedQuery,
): Pick<SearchResults, 'about'> {
  const sentences = findRoomSentences(release, parsed).slice(0, maxSentences);
  const { baseUrl } = release.facts;
  const about = sentences.map(({ text, path = '/', speaker }) => ({ text, url: baseUrl + path, speaker }));
  return about.length > 0 ? { about } : {};
}

/** `newest` is the number of newest items that are searched if the others have a price. */
export function searchRelease(
  { index, texts }: Pick<Release, 'index' | 'texts'>,
  query: Pick<SearchQuery, 'q' | 'limit' | 'offset'>,
  parsed: ParsedQuery,
  isWanted: (position: number) => boolean,
  newest = Infinity,
): SearchResults {
  const { limit = searchDefaultLimit, offset = 0 } = query;
  const rank = (expression: string) =>
    texts.rank(expression, offset + limit, (position) => position < newest && isWanted(position));
  const { all, any, terms } = texts.expressions(parsed);
  const withAll = rank(all);
  const isWhole = withAll.total > 0;
  const { best, total } = isWhole ? withAll : rank(any);
  const ranking = createPassageRanking(parsed, texts);
  const items = best.slice(offset).map(({ position, score }) => {
    const marked = texts.marked(isWhole ? all : any, position);
    return { ...index.items.at(position), score, snippets: findSnippets(marked.texts, marked.pageUrl, ranking) };
  });
  const matched = isWhole ? 'all' : total > 0 ? 'any' : 'none';
  const missing = isWhole ? [] : parsed.filter((_, at) => !texts.holds(terms[at]!));
  return { query: query.q, matched, ...spelling(texts, parsed, missing), items, count: items.length, total };
}
