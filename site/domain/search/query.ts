// What a person or a model types, as terms, and these as expressions of FTS5. Nothing of it reaches an expression but words in quotes.
import { searchMaxTerms } from '#contract/limits.ts';
import { hasPieces, piecesOf } from './pieces.ts';
import { isStopWord } from './stop-words.ts';
import { folded, wordsOf } from './words.ts';

export type QueryProblem = 'no_words' | 'stop_words' | 'too_many_words';

/** A word, a phrase, or what a hyphen joins. */
export interface Term {
  /** As it was asked. */
  text: string;
  /** Folded. */
  words: string[];
  isQuoted: boolean;
  /** The last one may be the beginning of a word. */
  mayContinue: boolean;
}

export type ParsedQuery = Term[];

export interface Expressions {
  /** Items with all of it. */
  all: string;
  /** Items with any of it. */
  any: string;
  /** Of each single term. */
  terms: string[];
}

/** A beginning of fewer letters stands in most items. */
const shortestPrefix = 3;

/** Phrases in double quotes, and what stands between spaces; a quote that is not closed is none. */
function partsOf(query: string, language: string): Omit<Term, 'mayContinue'>[] {
  const straight = query.replace(/[“”„‟«»＂]/g, '"');
  return [...straight.matchAll(/"([^"]*)"|[^\s"]+/g)]
    .flatMap(([text, phrase]): [text: string, phrase?: string][] => {
      const pieces = phrase === undefined && hasPieces(text, language) ? piecesOf(text) : [];
      return pieces.length > 0 ? pieces.map((piece) => [piece]) : [[text, phrase as string]];
    })
    .map(([text, phrase]) => ({ text, words: wordsOf(phrase ?? text).map(folded), isQuoted: phrase !== undefined }))
    .filter(({ words }) => words.length > 0);
}

/** `language` is the room's. */
export function parseQuery(query: string, language: string): ParsedQuery | QueryProblem {
  const parts = partsOf(query, language);
  if (parts.length === 0) return 'no_words';
  const kept = parts.filter(({ words, isQuoted }) => isQuoted || words.some((word) => !isStopWord(word, language)));
  if (kept.length === 0) return 'stop_words';
  const last = parts.at(-1)!;
  const terms = kept.map((part): Term => {
    const mayContinue = part === last && !part.isQuoted && [...part.words.at(-1)!].length >= shortestPrefix;
    return { ...part, mayContinue };
  });
  const different = [...new Map(terms.map(({ text, ...term }) => [JSON.stringify(term), { text, ...term }])).values()];
  return different.length > searchMaxTerms ? 'too_many_words' : different;
}

/** Other forms of a word that stand in the index. */
export type FormsOf = (word: string) => string[];

const phrase = (words: string[]): string => `"${words.join(' ')}"`;

/** A phrase in quotes is looked for as it stands, anything else in every form; what a hyphen joins may be one word. */
function termExpression({ words, isQuoted, mayContinue }: Term, formsOf: FormsOf): string {
  const asItStands = phrase(words) + (mayContinue ? ' *' : '');
  if (isQuoted) return asItStands;
  const others = words.length > 1 ? [words.join('')] : formsOf(words[0]!).filter((form) => form !== words[0]);
  return others.length > 0 ? `(${[asItStands, ...others.map((form) => phrase([form]))].join(' OR ')})` : asItStands;
}

export function expressionsOf(query: ParsedQuery, formsOf: FormsOf): Expressions {
  const terms = query.map((term) => termExpression(term, formsOf));
  return { all: terms.join(' AND '), any: terms.join(' OR '), terms };
}
