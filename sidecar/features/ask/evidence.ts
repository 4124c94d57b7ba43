// Items that really speak of what a sentence is about, and what may have been meant where there are none.
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
  /** There may be more than that. */
  isCut?: boolean;
  /** What fits and is listed only for those who pay. */
  hidden: number;
  /** Words of the sentence that no text here has. */
  notFound: string[];
  /** The words that every item found has, where none has all: the others are `lacking`. */
  partial?: { held: string[]; lacking: string[] };
  didYouMean?: string;
}

type PartialMatch = NonNullable<EvidenceResult['partial']>;

/** The longest part of the query that a text has in a row, such as a name, and the words around it. */
function findPartialMatch(query: ParsedQuery, texts: Release['texts'], language: string) {
  for (let length = query.length - 1; length >= 2; length--)
    for (let start = 0; start + length <= query.length; start++) {
      const matched = query.slice(start, start + length).map(({ text }) => text);
      const phrase = parseQuery(`"${matched.join(' ').replaceAll('"', '')}"`, language);
      if (typeof phrase === 'string' || !texts.holds(texts.expressions(phrase).all)) continue;
      const missing = query.filter((_, at) => at < start || at >= start + length).map(({ text }) => text);
      return { phrase, partly: { held: matched, lacking: missing } };
    }
  return undefined;
}

/** Best first, or by date where the sentence says so. `newest`: how many of the newest items may be seen. */
export function findEvidence({ index, texts, facts }: Release, wanted: ItemQuery, newest = Infinity): EvidenceResult {
  const { language } = facts.creator;
  const parsed = parseQuery(wanted.words, language);
  if (typeof parsed === 'string') return { evidence: [], total: 0, hidden: 0, notFound: [] };
  const query = withWholeWords(parsed);
  const { terms } = texts.expressions(query);
  const fits = filterPredicate(index.memory, wanted);
  const { order } = wanted;
  const withAll = (words: ParsedQuery, isSeen: (position: number) => boolean) => {
    // The newest is never one that is only planned.
    const isCurrent = (position: number) => order !== 'newest' || position >= index.ahead;
    const isWanted = (position: number) => isSeen(position) && isCurrent(position) && fits(position);
    return findRelevantItems(texts, words, texts.expressions(words).all, isWanted, { order, needs: 'all' });
  };
  const among = (isSeen: (position: number) => boolean): ReturnType<typeof withAll> & { partly?: PartialMatch } => {
    const complete = withAll(query, isSeen);
    const part = complete.found.length > 0 ? undefined : findPartialMatch(query, texts, language);
    return part ? { ...withAll(part.phrase, isSeen), partly: part.partly } : complete;
  };
  const { found: seen, isCut, partly } = among((position) => position < newest);
  const found = seen.map(({ position, marked }) => {
    return { item: index.items.at(position), snippets: findSnippets(marked.texts, marked.pageUrl, texts.stem) };
  });
  const hidden = newest === Infinity ? 0 : among((position) => position >= newest).found.length;
  const missing = query.filter((_, at) => !texts.holds(terms[at]!));
  const meant = query.map((term) => (missing.includes(term) && texts.nearest(term.words.join(''))) || term.text);
  const isOther = found.length === 0 && meant.some((word, at) => word !== query[at]!.text);
  return {
    evidence: found,
    total: found.length,
    isCut,
    hidden,
    notFound: missing.map(({ text }) => text),
    ...(partly && { partial: partly }),
    ...(isOther && { didYouMean: meant.join(' ') }),
  };
}
