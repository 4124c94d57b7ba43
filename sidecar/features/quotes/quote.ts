// Reads a quote: its words without the punctuation around them, and if it claims to be a whole sentence.
import { quoteMinCharacters } from '#contract/limits.ts';
import { cleanText } from '#domain/search/plain-text.ts';
import { endSign } from './sentences.ts';
import type { Token } from '#domain/tokens/token.ts';
import { ellipsis, tokenize } from '#domain/tokens/tokens.ts';

export interface Quote {
  /** Text from the first word to the last. */
  text: string;
  tokens: Token[];
  words: number;
  /** Punctuation mark with which it ends like a sentence. */
  endSign: string | undefined;
  /** True if it begins like a sentence. */
  isCapital: boolean;
}

/** Reads a quote; undefined if its words are too short. */
export function readQuote(sent: string): Quote | undefined {
  const clean = cleanText(sent);
  const all = tokenize(clean);
  const first = all.findIndex(({ isWord }) => isWord);
  if (first === -1) return undefined;
  const { start } = all[first]!;
  const { end } = all.findLast(({ isWord }) => isWord)!;
  const text = clean.slice(start, end);
  if ([...text].length < quoteMinCharacters) return undefined;
  const tokens = tokenize(text);
  return {
    text,
    tokens,
    words: tokens.filter(({ isWord }) => isWord).length,
    endSign: endSign(clean.slice(end)),
    isCapital: /^\p{Lu}/u.test(text) && all[0]!.form !== ellipsis,
  };
}
