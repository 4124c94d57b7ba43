// Items that really speak of what a sentence is about: most of its words stand together, in the heading or within a few lines.
import { fitting } from '#domain/lists/content-index.ts';
import { parseQuery, type ParsedQuery } from '#domain/search/query.ts';
import { type MarkedTexts, readMarks, snippetsOf } from '#domain/search/snippets.ts';
import { folded, wordsOf } from '#domain/search/words.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import type { Release } from '../release/release.ts';
import type { Wanted } from './interpret.ts';

export interface Evidence {
  item: ContentItem;
  snippets: Snippet[];
}

export interface Found {
  found: Evidence[];
  total: number;
  /** Of the sentence, what nothing here holds. */
  notFound: string[];
  didYouMean?: string;
}

/** Two words must both be there; of more, two thirds. */
const needed = (terms: number): number => (terms <= 2 ? terms : Math.ceil((terms * 2) / 3));

/** Characters within which words say something together. */
const together = 600;
const lookedAt = 60;

type Stem = Release['texts']['stem'];

/** Which term of the query a match is a form of. */
function termAt(text: string, query: ParsedQuery, stem: Stem): number {
  const stems = new Set(wordsOf(text).map(folded).map(stem));
  return query.findIndex(({ words }) => words.some((word) => stems.has(stem(word))) || folded(text) === words.join(''));
}

/** The most different terms within a stretch of the text. */
function density(marked: string, query: ParsedQuery, stem: Stem, stretch: number): number {
  const { text, matches } = readMarks(marked);
  const places = matches.map(({ start, end }) => ({ start, term: termAt(text.slice(start, end), query, stem) }));
  let most = 0;
  let first = 0;
  for (const [at, { start }] of places.entries()) {
    while (places[first]!.start < start - stretch) first++;
    const terms = new Set(places.slice(first, at + 1).map(({ term }) => term));
    if (terms.size > most) most = terms.size;
  }
  return most;
}

function speaksOf(texts: MarkedTexts, query: ParsedQuery, stem: Stem): boolean {
  const least = needed(query.length);
  const heading = [texts.title, texts.themes, texts.people, texts.summary].join('\n');
  if (density(heading, query, stem, Infinity) >= least) return true;
  return [texts.body, texts.transcript].some((text) => density(text, query, stem, together) >= least);
}

/** Best first, or by date where the sentence says so. `newest`: how many of the newest items may be seen. */
export function evidenceFor({ index, texts, facts }: Release, wanted: Wanted, newest = Infinity): Found {
  const parsed = parseQuery(wanted.words, facts.creator.language);
  if (typeof parsed === 'string') return { found: [], total: 0, notFound: [] };
  // A sentence is whole: its last word is no beginning.
  const query = parsed.map((term) => ({ ...term, mayContinue: false }));
  const { any, terms } = texts.expressions(query);
  const fits = fitting(index.memory, wanted);
  const isWanted = (position: number) => position < newest && fits(position);
  const { best } = texts.rank(any, lookedAt, isWanted);
  const found = best.flatMap(({ position }) => {
    const marked = texts.marked(any, position);
    if (!speaksOf(marked.texts, query, texts.stem)) return [];
    return [{ position, item: index.items[position]!, snippets: snippetsOf(marked.texts, marked.pageUrl, texts.stem) }];
  });
  if (wanted.order !== 'best') found.sort((a, b) => (wanted.order === 'newest' ? 1 : -1) * (a.position - b.position));
  const missing = query.filter((_, at) => !texts.holds(terms[at]!));
  const meant = query.map((term) => (missing.includes(term) && texts.nearest(term.words.join(''))) || term.text);
  const notFound = missing.map(({ text }) => text);
  const isOther = found.length === 0 && meant.some((word, at) => word !== query[at]!.text);
  return { found, total: found.length, notFound, ...(isOther && { didYouMean: meant.join(' ') }) };
}
