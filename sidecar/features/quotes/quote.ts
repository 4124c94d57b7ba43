// A quote as it was sent, read: its words without the signs around them, and what it claims by those signs.
import { quoteMinCharacters } from '#contract/limits.ts';
import { cleanText } from '#domain/search/plain-text.ts';
import { endSign } from './sentences.ts';
import type { Token } from '#domain/tokens/token.ts';
import { ellipsis, tokenize } from '#domain/tokens/tokens.ts';

export interface Quote {
  /** From its first word to its last. */
  text: string;
  tokens: Token[];
  words: number;
  /** It ends like a sentence, with this sign. */
  endSign: string | undefined;
  /** It begins like a sentence. */
  isCapital: boolean;
}

/** Undefined where less than the least is left of it without the signs around it. */
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
