// Words of the full-text index: runs of letters and digits; single letters in scripts without spaces.
import { subscripts, superscripts, toBaseline, toSubscript, toSuperscript } from '../text/notation.ts';

/** Invisible separator of words, which can be removed again. */
const zeroWidthSpace = '\u200b';

/** Letters of scripts without spaces, for a class of a regular expression. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');

/** Returns true for a text with letters of a script without spaces between words. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

const needsSeparation = new RegExp(`[${unspacedScripts}\\p{No}${superscripts}]`, 'u');
/**
 * Word boundaries: around each letter of such a script with its marks, around superscripts, and between the numbers
 * of 1½ and x₁2.
 */
const boundary = new RegExp(
  [
    `(?<=[\\p{L}\\p{N}\\p{M}])(?=(?!\\p{M})[${unspacedScripts}])|(?<=[${unspacedScripts}]\\p{M}*)(?=[\\p{L}\\p{N}])`,
    `(?<![${superscripts}])(?=[${superscripts}])|(?<=[${superscripts}])(?![${superscripts}])`,
    '(?<=\\p{Nd})(?=\\p{No})|(?<=\\p{No})(?=\\p{Nd})',
  ].join('|'),
  'gu',
);

/** Returns true for ASCII text, which takes a fast path. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const separateLetters = (text: string): string =>
  !isAscii(text) && needsSeparation.test(text) ? text.replace(boundary, zeroWidthSpace) : text;

/** Full-width letters and digits. */
const wideCharacters = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
const widthDifference = 0xfee0;
const shift = (letter: string, by: number): string => String.fromCharCode(letter.charCodeAt(0) + by);

/** Combining marks that record a conversion. Texts do not use them, and the index ignores them (remove_diacritics). */
const wideMark = '\u030f';
const raisedMark = '\u0311';
const loweredMark = '\u031b';
const markedLetter = new RegExp(`([0-9A-Za-z])([${wideMark}${raisedMark}${loweredMark}])`, 'g');
const smallSigns = new RegExp(`[${superscripts}${subscripts}]`, 'g');

const lowerToBaseline = (sign: string): string => {
  const letter = toBaseline(sign);
  return /[0-9a-z]/.test(letter) ? letter + (superscripts.includes(sign) ? raisedMark : loweredMark) : sign;
};

const removeMark = (letter: string, mark: string): string => {
  if (mark === wideMark) return shift(letter, widthDifference);
  return (mark === raisedMark ? toSuperscript(letter) : toSubscript(letter)) ?? letter + mark;
};

/** Converts a text for the index; `fromIndexText` restores it. */
export const toIndexText = (text: string): string =>
  isAscii(text)
    ? text
    : separateLetters(text.replace(wideCharacters, (letter) => shift(letter, -widthDifference) + wideMark)).replace(
        smallSigns,
        lowerToBaseline,
      );

export const fromIndexText = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .replaceAll(zeroWidthSpace, '')
        .replace(markedLetter, (_, letter: string, mark: string) => removeMark(letter, mark));

/** Characters of a word, the same as in `wordCharacters`. */
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
export const wordCharacters = 'L* N* M* Co';

export const splitWords = (text: string): string[] => separateLetters(text).match(wordPattern) ?? [];

/** Normalizes a word for the index: lower case, Latin letters without accents, normal width. */
export const foldWord = (text: string): string =>
  (isAscii(text)
    ? text
    : text
        .replace(wideCharacters, (letter) => shift(letter, -widthDifference))
        .replace(smallSigns, toBaseline)
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .normalize('NFC')
  ).toLowerCase();
