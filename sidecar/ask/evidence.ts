// Items that really speak of what a sentence is about, and what may have been meant where there are none.
import { fitting } from '#domain/lists/content-index.ts';
import { type ParsedQuery, parseQuery } from '#domain/search/query.ts';
import { snippetsOf } from '#domain/search/snippets.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import type { Release } from '../release/release.ts';
import { speaking, whole } from '../release/speaks-of.ts';
import type { Wanted } from './interpret.ts';

export interface Evidence {
  item: ContentItem;
  snippets: Snippet[];
}

export interface Found {
  found: Evidence[];
  total: number;
  /** There may be more than that. */
  isCut?: boolean;
  /** What fits and is listed only for those who pay. */
  hidden: number;
  /** Words of the sentence that no text here has. */
  notFound: string[];
  /** The words that every item found has, where none has all: the others are `lacking`. */
  partly?: { held: string[]; lacking: string[] };
  didYouMean?: string;
}

type Items = ReturnType<typeof speaking>;

/** Items that have most of the words: those with the same words as the first of them. */
function sharing({ found, isCut }: Items, query: ParsedQuery): Items & Pick<Found, 'partly'> {
  const [first] = found;
  if (!first) return { found, isCut };
  const { terms } = first;
  const wordsAt = (isHeld: boolean) => query.filter((_, at) => terms.has(at) === isHeld).map(({ text }) => text);
  const partly = { held: wordsAt(true), lacking: wordsAt(false) };
  return { found: found.filter((one) => terms.isSubsetOf(one.terms)), isCut, partly };
}

/** Best first, or by date where the sentence says so. `newest`: how many of the newest items may be seen. */
export function evidenceFor({ index, texts, facts }: Release, wanted: Wanted, newest = Infinity): Found {
  const parsed = parseQuery(wanted.words, facts.creator.language);
  if (typeof parsed === 'string') return { found: [], total: 0, hidden: 0, notFound: [] };
  const query = whole(parsed);
  const { all, any, terms } = texts.expressions(query);
  const fits = fitting(index.memory, wanted);
  const { order } = wanted;
  const among = (isSeen: (position: number) => boolean): Items & Pick<Found, 'partly'> => {
    const isWanted = (position: number) => isSeen(position) && fits(position);
    const complete = speaking(texts, query, all, isWanted, { order, needs: 'all' });
    if (complete.found.length > 0) return complete;
    return sharing(speaking(texts, query, any, isWanted, { order, needs: 'most' }), query);
  };
  const { found: seen, isCut, partly } = among((position) => position < newest);
  const found = seen.map(({ position, marked }) => {
    return { item: index.items.at(position), snippets: snippetsOf(marked.texts, marked.pageUrl, texts.stem) };
  });
  const hidden = newest === Infinity ? 0 : among((position) => position >= newest).found.length;
  const missing = query.filter((_, at) => !texts.holds(terms[at]!));
  const meant = query.map((term) => (missing.includes(term) && texts.nearest(term.words.join(''))) || term.text);
  const isOther = found.length === 0 && meant.some((word, at) => word !== query[at]!.text);
  return {
    found,
    total: found.length,
    isCut,
    hidden,
    notFound: missing.map(({ text }) => text),
    ...(partly && { partly }),
    ...(isOther && { didYouMean: meant.join(' ') }),
  };
}
