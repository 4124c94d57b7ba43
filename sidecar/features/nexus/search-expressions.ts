// The words that a person or a model types, as an expression of FTS5 and as a tsquery of PostgreSQL.
import { searchMaxTerms } from '#contract/limits.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';

export interface SearchExpressions {
  /** Items with all words. */
  all: string;
  /** Items with any of them. */
  any: string;
  /** The words, each as an expression. */
  terms: string[];
  /** The last word, if the words that begin with it count, too. */
  beginning: string | undefined;
}

/** A beginning of fewer letters stands in most items. */
const minPrefixLength = 3;

type Kind = 'sqlite' | 'postgres';

export function combineTerms(terms: string[], kind: Kind, beginning?: string): SearchExpressions {
  const [and, or] = kind === 'sqlite' ? [' AND ', ' OR '] : [' & ', ' | '];
  return { all: terms.join(and), any: terms.join(or), terms, beginning };
}

/** Nothing of the query reaches an expression but letters and digits in quotes. Undefined where there are none, or too many. */
export function parseSearchExpressions(query: string, kind: Kind): SearchExpressions | undefined {
  const all = [...new Set(splitWords(query).map(foldWord))];
  const telling = all.filter((word) => !isStopWord(word, 'en'));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0 || words.length > searchMaxTerms) return undefined;
  const last = words.at(-1)!;
  const beginning = [...last].length >= minPrefixLength ? last : undefined;
  const terms = words.map((word) => {
    const isBeginning = word === beginning;
    if (kind === 'sqlite') return `"${word}"${isBeginning ? ' *' : ''}`;
    return `'${word}'${isBeginning ? ':*' : ''}`;
  });
  return combineTerms(terms, kind, beginning);
}
