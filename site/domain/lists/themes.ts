// The one rule that decides which themes an item belongs to. Pages, lists and filters by topic all use its result.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { memoizeByObject } from '../memoize.ts';
import { alternativeForms, type ParsedQuery, parseQuery } from '../search/query.ts';
import { type Stem, stemmerFor } from '../search/stems.ts';
import { foldWord, splitWords } from '../search/words.ts';
import { topicKey } from './topics.ts';

const foldWords = (text: string): string[] => splitWords(text).map(foldWord);
const spacedWords = (text: string): string => ` ${foldWords(text).join(' ')} `;

/** Returns true if the text contains the words side by side, regardless of case and accents. */
export const containsWords = (text: string, words: string): boolean => spacedWords(text).includes(spacedWords(words));

/** Returns true if the text contains every term in one of its forms. */
function containsTerms(text: string, terms: ParsedQuery, stem: Stem): boolean {
  const words = [...new Set(foldWords(text))];
  const formsOf = (word: string) => words.filter((one) => stem(one) === stem(word));
  return terms.every((term) =>
    [term.words.join(' '), ...alternativeForms(term, formsOf)].some((form) => containsWords(text, form)),
  );
}

/** Parses the labels of the themes once for each creator. */
const themeRules = memoizeByObject(({ themes, language }: Creator) =>
  themes.map(({ id, label, keywords, words = [] }) => {
    const terms = parseQuery(label, language);
    const keys = new Set([id, label, ...keywords].map(topicKey));
    return {
      id,
      keys,
      words,
      terms: typeof terms === 'string' ? [] : terms.map((term) => ({ ...term, mayContinue: false })),
    };
  }),
);

/** Returns the themes that an item's keywords, title or summary name, and those that were set by hand. */
export function matchThemes(item: StoredItem, creator: Creator): string[] {
  const { title, summary = '', keywords, themeIds = [] } = item;
  const stem = stemmerFor(creator.language);
  const matching = themeRules(creator).filter(
    ({ keys, words, terms }) =>
      keywords.some((word) => keys.has(topicKey(word))) ||
      words.some((word) => containsWords(title, word)) ||
      (terms.length > 0 && containsTerms(`${title}\n${summary}`, terms, stem)),
  );
  return [...new Set([...themeIds, ...matching.map(({ id }) => id)])].sort();
}
