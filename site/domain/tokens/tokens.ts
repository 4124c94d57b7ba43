// Splits a text into the tokens that matter for quotes: words and signs in a normalized form, with their offsets.
import { unspacedScripts } from '../search/words.ts';
import { fractions, separateNumbers, superscripts, toBaseline } from '../text/notation.ts';
import type { Token } from './token.ts';
import { withNumbers } from './numbers.ts';

export const ellipsis = '…';

const letters = `[\\p{L}\\p{N}\\p{M}\\p{Co}]--[${superscripts}${fractions}]`;
const wordSource = `[[${letters}]--[${unspacedScripts}]]+(?:['’][[${letters}]--[${unspacedScripts}]]+)*|[[${letters}]&&[${unspacedScripts}]]\\p{M}*`;
/** Exponents: ⁶, ^6, ^(6) and ^{6} are equal. */
const powerSource = `[${superscripts}]+|\\^(?:[\\-−]?[\\p{L}\\p{N}]+|\\([^\\(\\)\\n]{1,40}\\)|\\{[^\\{\\}\\n]{1,40}\\})`;
/** Matches an ellipsis in any spelling. */
export const ellipsisPattern = '…|\\.(?: ?\\.){2,}';
/** Words, exponents, fractions, an ellipsis with its brackets, and runs of other signs. */
const tokenPattern = new RegExp(
  `(${wordSource}|[${fractions}])|(${powerSource})|[\\[\\(]?(${ellipsisPattern})[\\]\\)]?|` +
    `(?:(?!${ellipsisPattern}|${powerSource})[[^\\s]--[[${letters}]${fractions}]])+`,
  'gv',
);

const wordForm = (word: string): string =>
  separateNumbers(word).normalize('NFKC').toLowerCase().replaceAll('’', "'").replaceAll('⁄', '/');

const powerForm = (power: string): string =>
  `^${toBaseline(power)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\^(){}\s]/g, '')
    .replace('−', '-')}`;

/** Normalizes signs: quotation marks and Markdown signs are removed, and all dashes are equal. */
const signsForm = (signs: string): string =>
  signs
    .replace(/["'“”„‟‘’‚‛«»‹›「」『』`*_]/g, '')
    .replace(/[-‐‑‒–—―−]+/g, '-')
    .replace(/[⁄∕]/g, '/');

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, 1: word, 2: power, 3: dots, index } of text.matchAll(tokenPattern)) {
    const isWord = word !== undefined || power !== undefined;
    const form = power ? powerForm(power) : word ? wordForm(word) : dots ? ellipsis : signsForm(piece);
    if (form !== '') tokens.push({ form, start: index, end: index + piece.length, isWord });
  }
  return withNumbers(tokens);
}
