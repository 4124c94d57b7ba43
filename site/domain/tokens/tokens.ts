// A text as what counts when it is quoted: words and signs, each in one form, with where they stand.
import { unspaced } from '../search/words.ts';
import type { Token } from './token.ts';
import { withNumbers } from './numbers.ts';

export const ellipsis = '…';

const letters = '\\p{L}\\p{N}\\p{M}\\p{Co}';
const word = `[[${letters}]--[${unspaced}]]+(?:['’][[${letters}]--[${unspaced}]]+)*|[[${letters}]&&[${unspaced}]]\\p{M}*`;
/** However it is written. */
export const ellipsisPattern = '…|\\.(?: ?\\.){2,}';
/** Words, an ellipsis with the brackets around it, runs of other signs. */
const pieces = new RegExp(
  `(${word})|[\\[\\(]?(${ellipsisPattern})[\\]\\)]?|(?:(?!${ellipsisPattern})[^\\s${letters}])+`,
  'gv',
);

const wordForm = (word: string): string => word.normalize('NFKC').toLowerCase().replaceAll('’', "'");

/** Quotation marks and what Markdown marks with are no part of a quote; all dashes are one. */
const signsForm = (signs: string): string =>
  signs.replace(/["'“”„‟‘’‚‛«»‹›「」『』`*_]/g, '').replace(/[-‐‑‒–—―−]+/g, '-');

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, 1: word, 2: dots, index } of text.matchAll(pieces)) {
    const isWord = word !== undefined;
    const form = isWord ? wordForm(piece) : dots !== undefined ? ellipsis : signsForm(piece);
    if (form !== '') tokens.push({ form, start: index, end: index + piece.length, isWord });
  }
  return withNumbers(tokens);
}
