// The words that a person or a model types, as an expression of FTS5 and as a tsquery of PostgreSQL.
import { searchMaxTerms } from '#contract/limits.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import { folded, wordsOf } from '#domain/search/words.ts';

export interface Expressions {
  /** Items with all words. */
  all: string;
  /** Items with any of them. */
  any: string;
  /** The words, each as an expression. */
  terms: string[];
}

/** A beginning of fewer letters stands in most items. */
const shortestPrefix = 3;

export function expressionsOf(terms: string[], kind: 'sqlite' | 'postgres'): Expressions {
  const [and, or] = kind === 'sqlite' ? [' AND ', ' OR '] : [' & ', ' | '];
  return { all: terms.join(and), any: terms.join(or), terms };
}

/** Nothing of the query reaches an expression but letters and digits in quotes. Undefined where there are none, or too many. */
export function wordsQuery(query: string, kind: 'sqlite' | 'postgres'): Expressions | undefined {
  const all = [...new Set(wordsOf(query).map(folded))];
  const telling = all.filter((word) => !isStopWord(word, 'en'));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0 || words.length > searchMaxTerms) return undefined;
  const terms = words.map((word, at) => {
    const isBeginning = at === words.length - 1 && [...word].length >= shortestPrefix;
    if (kind === 'sqlite') return `"${word}"${isBeginning ? ' *' : ''}`;
    return `'${word}'${isBeginning ? ':*' : ''}`;
  });
  return expressionsOf(terms, kind);
}
