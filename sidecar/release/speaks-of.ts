// Items that really speak of what is asked: most of the words stand together, in the heading or within a few lines.
import type { ParsedQuery } from '#domain/search/query.ts';
import { type MarkedTexts, readMarks } from '#domain/search/snippets.ts';
import type { Stem } from '#domain/search/stems.ts';
import { folded, wordsOf } from '#domain/search/words.ts';
import type { TextIndex } from './text-index.ts';

/** Two words must both be there; of more, two thirds. */
const needed = (terms: number): number => (terms <= 2 ? terms : Math.ceil((terms * 2) / 3));

/** Characters within which words say something together. */
const together = 600;

/** Which term of the query a match is a form of. */
function termAt(text: string, query: ParsedQuery, stem: Stem): number {
  const stems = new Set(wordsOf(text).map(folded).map(stem));
  return query.findIndex(({ words }) => words.some((word) => stems.has(stem(word))) || folded(text) === words.join(''));
}

/** The most different terms within a stretch of the text. */
function density(marked: string, query: ParsedQuery, stem: Stem, stretch: number): number {
  const { text, matches } = readMarks(marked);
  const places = matches
    .map(({ start, end }) => ({ start, term: termAt(text.slice(start, end), query, stem) }))
    .filter(({ term }) => term >= 0);
  let most = 0;
  let first = 0;
  for (const [at, { start }] of places.entries()) {
    while (places[first]!.start < start - stretch) first++;
    const terms = new Set(places.slice(first, at + 1).map(({ term }) => term));
    if (terms.size > most) most = terms.size;
  }
  return most;
}

/** The texts are marked where any of the query matches. */
function speaksOf(texts: MarkedTexts, query: ParsedQuery, stem: Stem): boolean {
  const least = needed(query.length);
  const heading = [texts.title, texts.themes, texts.people, texts.summary].join('\n');
  if (density(heading, query, stem, Infinity) >= least) return true;
  return [texts.body, texts.transcript].some((text) => density(text, query, stem, together) >= least);
}

/** A sentence or a subject is whole: its last word is no beginning. */
export const whole = (query: ParsedQuery): ParsedQuery => query.map((term) => ({ ...term, mayContinue: false }));

const lookedAt = 60;

export interface Speaking {
  position: number;
  marked: ReturnType<TextIndex['marked']>;
}

/** The wanted items that speak of the query, best first. `any` matches each item that has a word of it; `isLoose`: that will do. */
export const speaking = (
  texts: TextIndex,
  query: ParsedQuery,
  any: string,
  isWanted: (position: number) => boolean,
  isLoose = false,
): Speaking[] =>
  texts
    .rank(any, lookedAt, isWanted)
    .best.map(({ position }) => ({ position, marked: texts.marked(any, position) }))
    .filter(({ marked }) => isLoose || speaksOf(marked.texts, query, texts.stem));
