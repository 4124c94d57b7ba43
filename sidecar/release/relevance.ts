// Finds items that are about a query: its words occur together, in the heading or within a few lines.
import type { ParsedQuery } from '#domain/search/query.ts';
import { type MarkedTexts, readMarks } from '#domain/search/snippets.ts';
import type { Stem } from '#domain/search/stems.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import type { ResultOrder, TextIndex } from './text-index.ts';

/** The weight of each term; one that occurs in few items weighs more. */
type Weights = number[];

/** Two words must both be there; of more, two thirds that tell most of it: “real” and “prices” are no real estate. */
const isMost = (terms: Set<number>, weights: Weights): boolean =>
  weights.length <= 2
    ? terms.size === weights.length
    : terms.size >= (weights.length * 2) / 3 && sum([...terms].map((term) => weights[term]!)) >= 0.6 * sum(weights);
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

function weightsOf(query: ParsedQuery, { itemsWith, size }: Pick<TextIndex, 'itemsWith' | 'size'>): Weights {
  const telling = ({ words }: ParsedQuery[number]) => Math.log(1 + size / (0.5 + Math.min(...words.map(itemsWith))));
  return query.map(telling);
}

/** Characters within which words say something together. */
const nearbyCharacters = 600;

/** Which term of the query a match is a form of. */
function termAt(text: string, query: ParsedQuery, stem: Stem): number {
  const own = splitWords(text).map(foldWord);
  const same = query.findIndex(({ words }) => words.join('') === own.join(''));
  if (same >= 0) return same;
  const stems = new Set(own.map(stem));
  return query.findIndex(
    ({ words }) => words.some((word) => stems.has(stem(word))) || foldWord(text) === words.join(''),
  );
}

type IsEnough = (terms: Set<number>) => boolean;

/** Returns true if enough terms occur within a stretch of the text. */
function isDense(marked: string, query: ParsedQuery, isEnough: IsEnough, stem: Stem, stretch: number): boolean {
  const { text, matches } = readMarks(marked);
  const places = matches
    .map(({ start, end }) => ({ start, term: termAt(text.slice(start, end), query, stem) }))
    .filter(({ term }) => term >= 0);
  let first = 0;
  return places.some(({ start }, at) => {
    while (places[first]!.start < start - stretch) first++;
    return isEnough(new Set(places.slice(first, at + 1).map(({ term }) => term)));
  });
}

/** The texts are marked where any of the query matches. */
function speaksOf(texts: MarkedTexts, query: ParsedQuery, isEnough: IsEnough, stem: Stem): boolean {
  const heading = [texts.title, texts.themes, texts.people, texts.summary].join('\n');
  if (isDense(heading, query, isEnough, stem, Infinity)) return true;
  return [texts.body, texts.transcript].some((text) => isDense(text, query, isEnough, stem, nearbyCharacters));
}

/** A sentence or a subject is whole: its last word is no beginning. */
export const withWholeWords = (query: ParsedQuery): ParsedQuery =>
  query.map((term) => ({ ...term, mayContinue: false }));

/** Items whose texts are read: of the best, and by date, where any of them may speak of it. */
const mostRead = { best: 60, newest: 200, oldest: 200 };
/** So many are enough, where nobody asks for a number. */
const enough = 20;

export interface RelevantItem {
  position: number;
  marked: ReturnType<TextIndex['marked']>;
}

export interface RelevanceOptions {
  order?: ResultOrder;
  /** Terms that must stand together. Default: most. */
  needs?: 'all' | 'most' | 'any';
}

/**
 * The wanted items that speak of the query, in order. `candidates` is an expression that matches each item that may;
 * `isCut`: there may be more.
 */
export function findRelevantItems(
  texts: TextIndex,
  query: ParsedQuery,
  candidates: string,
  isWanted: (position: number) => boolean,
  { order = 'best', needs = 'most' }: RelevanceOptions = {},
): { found: RelevantItem[]; isCut: boolean } {
  const weights = weightsOf(query, texts);
  const isEnough: IsEnough = (terms) => (needs === 'all' ? terms.size === query.length : isMost(terms, weights));
  const { best, total } = texts.rank(candidates, mostRead[order], isWanted, order);
  const relevant: RelevantItem[] = [];
  for (const { position } of best) {
    const marked = texts.marked(candidates, position);
    if (needs === 'any' || speaksOf(marked.texts, query, isEnough, texts.stem)) relevant.push({ position, marked });
    const isLast = position === best.at(-1)!.position;
    if (order !== 'best' && relevant.length === enough)
      return { found: relevant, isCut: !isLast || total > best.length };
  }
  return { found: relevant, isCut: total > best.length };
}
