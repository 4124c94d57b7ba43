// Splits sentences into tokens.
import { foldWord, splitWords } from '../search/words.ts';
import type { QueryContext } from './typed-query.ts';

export interface Token {
  text: string;
  /** Folded words, joined by hyphens. */
  word: string;
  isQuoted: boolean;
  /** True if punctuation separates the token from the one before. */
  startsClause: boolean;
}

const maxTokens = 120;

/** Splits a sentence into quoted phrases and words, without possessive endings and elided words. */
export function tokenizeSentence(sentence: string): Token[] {
  const straight = sentence
    .normalize('NFC')
    .replace(/[“”„‟«»＂]/g, '"')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/\bcan't\b|\bcannot\b/gi, 'can not')
    .replace(/(?<=\p{L})n't\b/giu, ' not')
    .replace(/\b(is|are|was|were|do|does|did|has|have|had|would|could|should)nt\b/gi, '$1 not')
    .replace(/(?<=\p{L})'(?:s|d|ll|re|ve|m)\b/giu, '')
    .replace(/(?<!\p{L})(?:[cdjlmnst]|qu)'(?=\p{L})/giu, '')
    .replace(/(?<=\s)-(?=\p{L})/gu, 'without ');
  const parts = straight.matchAll(/"([^"]*)"|[^\s"]+/g);
  let startsClause = true;
  return [...parts].slice(0, maxTokens).flatMap(([part, quoted]): Token[] => {
    const word = splitWords(quoted ?? part)
      .map(foldWord)
      .join('-');
    const text = quoted === undefined ? part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') : quoted;
    const token = { text, word, isQuoted: quoted !== undefined, startsClause };
    if (word === '') return [];
    startsClause = quoted === undefined && /[.,;:!?)]$/.test(part) && !/^\d+\.$/.test(part);
    return [token];
  });
}

/** Minimum number of words in a quote. Shorter phrases are names and terms. */
const minQuoteWords = 4;
const minQuoteCharacters = 10;

export function findQuote(tokens: Token[], { isInTitle }: QueryContext): string | undefined {
  return tokens.find(
    ({ text, word, isQuoted }) =>
      isQuoted && text.length >= minQuoteCharacters && word.split('-').length >= minQuoteWords && !isInTitle(text),
  )?.text;
}
