// Converts typed words into expressions of FTS5 (SQLite) and tsqueries (PostgreSQL).
import { searchMaxTerms } from '#contract/limits.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';

export interface SearchExpressions {
  /** Expression for items with all words. */
  all: string;
  /** Expression for items with any of the words. */
  any: string;
}

/** Minimum length of a prefix; most items contain shorter ones. */
const minPrefixLength = 3;

type Kind = 'sqlite' | 'postgres';

/**
 * Only letters and digits of the query reach an expression, in quotes. Returns undefined if there are no words or too
 * many. The last word is also a prefix if it `mayContinue`.
 */
export function parseSearchExpressions(query: string, kind: Kind, mayContinue = true): SearchExpressions | undefined {
  const all = [...new Set(splitWords(query).map(foldWord))];
  const significant = all.filter((word) => !isStopWord(word, 'en'));
  const words = significant.length > 0 ? significant : all;
  if (words.length === 0 || words.length > searchMaxTerms) return undefined;
  const last = words.at(-1)!;
  const prefix = mayContinue && [...last].length >= minPrefixLength ? last : undefined;
  const terms = words.map((word) => {
    const isPrefix = word === prefix;
    if (kind === 'sqlite') return `"${word}"${isPrefix ? ' *' : ''}`;
    return `'${word}'${isPrefix ? ':*' : ''}`;
  });
  const [and, or] = kind === 'sqlite' ? [' AND ', ' OR '] : [' & ', ' | '];
  return { all: terms.join(and), any: terms.join(or) };
}
