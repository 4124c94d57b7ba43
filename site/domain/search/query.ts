// What a person or a model types, as an expression of FTS5. Nothing of it reaches the expression but words in quotes.
import { searchMaxTerms } from '#contract/limits.ts';
import { isStopWord } from './stop-words.ts';
import { folded, wordsOf } from './words.ts';

export type QueryProblem = 'no_words' | 'stop_words' | 'too_many_words';

export interface ParsedQuery {
  /** Items with all of it. */
  all: string;
  /** Items with any of it. */
  any: string;
}

/** A beginning of fewer letters stands in most items. */
const shortestPrefix = 3;

interface Part {
  words: string[];
  isQuoted: boolean;
}

/** Phrases in double quotes, and what stands between spaces; a quote that is not closed is none. */
function partsOf(query: string): Part[] {
  const straight = query.replace(/[“”„‟«»＂]/g, '"');
  return [...straight.matchAll(/"([^"]*)"|[^\s"]+/g)]
    .map(([text, phrase]) => ({ words: wordsOf(phrase ?? text), isQuoted: phrase !== undefined }))
    .filter(({ words }) => words.length > 0);
}

const mayContinue = ({ words, isQuoted }: Part): boolean => !isQuoted && [...words.at(-1)!].length >= shortestPrefix;

const phrase = (words: string[]): string => `"${words.join(' ')}"`;

/** `language` is the room's. */
export function parseQuery(query: string, language: string): ParsedQuery | QueryProblem {
  const parts = partsOf(query);
  if (parts.length === 0) return 'no_words';
  const says = ({ words, isQuoted }: Part) => isQuoted || words.some((word) => !isStopWord(word, language));
  const kept = parts.filter(says);
  if (kept.length === 0) return 'stop_words';
  const last = parts.at(-1)!;
  const terms = kept.map((part) => folded(phrase(part.words)) + (part === last && mayContinue(part) ? ' *' : ''));
  const different = [...new Set(terms)];
  if (different.length > searchMaxTerms) return 'too_many_words';
  return { all: different.join(' AND '), any: different.join(' OR ') };
}
