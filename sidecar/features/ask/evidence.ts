// Finds items whose texts are about the subject of a sentence, or suggests another spelling.
import { filterPredicate } from '#domain/lists/content-index.ts';
import { type ParsedQuery, parseQuery } from '#domain/search/query.ts';
import { findSnippets } from '#domain/search/snippets.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import type { Release } from '../../release/release.ts';
import { findRelevantItems, withWholeWords } from '../../release/relevance.ts';
import type { ItemQuery } from './interpret.ts';

export interface Evidence {
  item: ContentItem;
  snippets: Snippet[];
}

export interface EvidenceResult {
  evidence: Evidence[];
  total: number;
  /** True if there may be more items than `total`. */
  isCut?: boolean;
  /** Number of matching items that only paying clients may see. */
  hidden: number;
  /** Words of the sentence that occur in no text. */
  notFound: string[];
  /** Words that every item has, and words that are missing, if no item has all words. */
  partial?: { matched: string[]; missing: string[] };
  didYouMean?: string;
}

type PartialMatch = NonNullable<EvidenceResult['partial']>;

/** Finds the longest phrase of the query that a text contains, such as a name. */
function findPartialMatch(query: ParsedQuery, texts: Release['texts'], language: string) {
  for (let length = query.length - 1; length >= 2; length--)
    for (let start = 0; start + length <= query.length; start++) {
      const matched = query.slice(start, start + length).map(({ text }) => text);
      const phrase = parseQuery(`"${matched.join(' ').replaceAll('"', '')}"`, language);
      if (typeof phrase === 'string' || !texts.holds(texts.expressions(phrase).all)) continue;
      const missing = query.filter((_, at) => at < start || at >= start + length).map(({ text }) => text);
      return { phrase, partial: { matched, missing } };
    }
  return undefined;
}

/**
 * Finds items, best first or by date as the query says. `newest` is the number of newest items that the client may
 * see.
 */
export function findEvidence(
  { index, texts, facts }: Release,
  itemQuery: ItemQuery,
  newest = Infinity,
): EvidenceResult {
  const { language } = facts.creator;
  const parsed = parseQuery(itemQuery.words, language);
  if (typeof parsed === 'string') return { evidence: [], total: 0, hidden: 0, notFound: [] };
  const query = withWholeWords(parsed);
  const { terms } = texts.expressions(query);
  const fits = filterPredicate(index.memory, itemQuery);
  const { order } = itemQuery;
  const withAll = (words: ParsedQuery, isVisible: (position: number) => boolean) => {
    // Planned items do not count as newest.
    const isCurrent = (position: number) => order !== 'newest' || position >= index.plannedCount;
    const isWanted = (position: number) => isVisible(position) && isCurrent(position) && fits(position);
    return findRelevantItems(texts, words, texts.expressions(words).all, isWanted, { order, needs: 'all' });
  };
  const among = (isVisible: (position: number) => boolean): ReturnType<typeof withAll> & { partial?: PartialMatch } => {
    const complete = withAll(query, isVisible);
    const part = complete.found.length > 0 ? undefined : findPartialMatch(query, texts, language);
    return part ? { ...withAll(part.phrase, isVisible), partial: part.partial } : complete;
  };
  const { found, isCut, partial } = among((position) => position < newest);
  const evidence = found.map(({ position, marked }) => {
    return { item: index.items.at(position), snippets: findSnippets(marked.texts, marked.pageUrl, texts.stem) };
  });
  const hidden = newest === Infinity ? 0 : among((position) => position >= newest).found.length;
  const missing = query.filter((_, at) => !texts.holds(terms[at]!));
  const suggested = query.map((term) => (missing.includes(term) && texts.nearest(term.words.join(''))) || term.text);
  const isOther = evidence.length === 0 && suggested.some((word, at) => word !== query[at]!.text);
  return {
    evidence,
    total: evidence.length,
    isCut,
    hidden,
    notFound: missing.map(({ text }) => text),
    ...(partial && { partial }),
    ...(isOther && { didYouMean: suggested.join(' ') }),
  };
}
