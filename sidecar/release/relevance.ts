// Finds items about a query: their heading, or a few adjacent lines of their text with the title, contain its terms.
import type { ParsedQuery } from '#domain/search/query.ts';
import { type MarkedTexts, type PassageRanking, readMarks } from '#domain/search/snippets.ts';
import { foldWord, isUnspaced, splitWords } from '#domain/search/words.ts';
import type { ResultOrder, TextIndex } from './text-index.ts';

/** Weight of each term. A term that occurs in few items weighs more. */
export type Weights = number[];

export const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Returns the terms of a query that a matching word or phrase represents. */
export type TermFinder = (match: string) => number[];

const foldText = (text: string): string => splitWords(text).map(foldWord).join('');

export function createTermFinder(query: ParsedQuery, { alternatives }: Pick<TextIndex, 'alternatives'>): TermFinder {
  const forms = query.map((term) => [term.words.join(''), ...alternatives(term).map(foldText)]);
  const beginnings = query.map(({ words, mayContinue }) => (mayContinue ? words.join('') : undefined));
  return (match) => {
    const text = foldText(match);
    const isSame = (at: number) => forms[at]!.includes(text) || (beginnings[at] && text.startsWith(beginnings[at]));
    const same = [...query.keys()].filter(isSame);
    // In scripts without spaces, adjacent matches are marked as one.
    if (same.length > 0 || !isUnspaced(match)) return same;
    return [...query.keys()].filter((at) => forms[at]!.some((form) => text.includes(form)));
  };
}

export function weighTerms(query: ParsedQuery, texts: Pick<TextIndex, 'itemsWith' | 'alternatives' | 'size'>): Weights {
  return query.map((term) => {
    const own = Math.min(...term.words.map(texts.itemsWith));
    const others = texts.alternatives(term).map((form) => texts.itemsWith(foldWord(form)));
    return Math.log(1 + texts.size / (0.5 + Math.max(own, ...others, 0)));
  });
}

/** Ranks passages by the weight of their terms. */
export function createPassageRanking(query: ParsedQuery, texts: TextIndex): PassageRanking {
  const weights = weighTerms(query, texts);
  const find = createTermFinder(query, texts);
  return {
    weigh: (words) => sum([...new Set(words.flatMap(find))].map((term) => weights[term]!)),
    language: texts.language,
  };
}

/** Distance in characters within which words belong together. */
const nearbyCharacters = 600;

interface Place {
  start: number;
  terms: number[];
}

const findPlaces = (marked: string, find: TermFinder): Place[] => {
  const { text, matches } = readMarks(marked);
  return matches.map(({ start, end }) => ({ start, terms: find(text.slice(start, end)) }));
};

/** Returns the terms of the passage with the greatest weight, and those of the title. */
export function findMatchedTerms(texts: MarkedTexts, find: TermFinder, weights: Weights): Set<number> {
  const weigh = (terms: Set<number>) => sum([...terms].map((term) => weights[term]!));
  const title = findPlaces(texts.title, find).flatMap(({ terms }) => terms);
  const heading = findPlaces([texts.title, texts.themes, texts.people, texts.summary].join('\n'), find);
  let best = new Set(heading.flatMap(({ terms }) => terms));
  for (const places of [findPlaces(texts.body, find), findPlaces(texts.transcript, find)]) {
    let first = 0;
    for (const [at, { start }] of places.entries()) {
      while (places[first]!.start < start - nearbyCharacters) first++;
      const terms = new Set([...title, ...places.slice(first, at + 1).flatMap((place) => place.terms)]);
      if (weigh(terms) > weigh(best)) best = terms;
    }
  }
  return best;
}

/** Returns the query for a sentence or a subject, whose last word is complete and not a prefix. */
export const withWholeWords = (query: ParsedQuery): ParsedQuery =>
  query.map((term) => ({ ...term, mayContinue: false }));

/** Maximum number of items whose texts are read, by order of the results. */
const maxReadItems = { best: 60, newest: 200, oldest: 200 };
/** Number of results that are sufficient if the request states none. */
const defaultLimit = 20;

export interface RelevantItem {
  position: number;
  marked: ReturnType<TextIndex['marked']>;
  /** Indexes of the terms that the item contains together. */
  terms: Set<number>;
}

export interface RelevanceOptions {
  order?: ResultOrder;
  /** Share of the terms' weight that an item must contain. Default: all. */
  requiredShare?: number;
  /** Default: by the number of items that contain a term. */
  weights?: Weights;
}

/**
 * Returns the items about the query, in order. `candidates` is an expression that matches each item that may be about
 * it; `isCut` is true if there may be more.
 */
export function findRelevantItems(
  texts: TextIndex,
  query: ParsedQuery,
  candidates: string,
  isWanted: (position: number) => boolean,
  { order = 'best', requiredShare = 1, weights = weighTerms(query, texts) }: RelevanceOptions = {},
): { found: RelevantItem[]; isCut: boolean } {
  const find = createTermFinder(query, texts);
  const isEnough = (terms: Set<number>): boolean =>
    requiredShare === 1
      ? terms.size === query.length
      : sum([...terms].map((term) => weights[term]!)) >= requiredShare * sum(weights);
  const { best, total } = texts.rank(candidates, maxReadItems[order], isWanted, order);
  const relevant: RelevantItem[] = [];
  for (const { position } of best) {
    const marked = texts.marked(candidates, position);
    const terms = findMatchedTerms(marked.texts, find, weights);
    if (isEnough(terms)) relevant.push({ position, marked, terms });
    const isLast = position === best.at(-1)!.position;
    if (order !== 'best' && relevant.length === defaultLimit)
      return { found: relevant, isCut: !isLast || total > best.length };
  }
  return { found: relevant, isCut: total > best.length };
}
