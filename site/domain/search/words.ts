// Words as the full-text index sees them: runs of letters and digits; scripts without spaces letter by letter.
import { subscripts, superscripts, toBaseline, toSubscript, toSuperscript } from '../text/notation.ts';

/** Ends a word and is seen by no one, so that it comes out again without a trace. */
const zeroWidthSpace = '\u200b';

/** Letters of scripts without spaces, for a class of a regular expression. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const needsSeparation = new RegExp(`[${unspacedScripts}\\p{No}${superscripts}]`, 'u');
/**
 * Before and after each letter of such a script, and marks stay with their letter; around a superscript; between the
 * two numbers of 1½ and of x₁2.
 */
const boundary = new RegExp(
  [
    `(?<=[\\p{L}\\p{N}\\p{M}])(?=(?!\\p{M})[${unspacedScripts}])|(?<=[${unspacedScripts}]\\p{M}*)(?=[\\p{L}\\p{N}])`,
    `(?<![${superscripts}])(?=[${superscripts}])|(?<=[${superscripts}])(?![${superscripts}])`,
    '(?<=\\p{Nd})(?=\\p{No})|(?<=\\p{No})(?=\\p{Nd})',
  ].join('|'),
  'gu',
);

/** Most words of most texts; what follows says the same of them, in many times as long. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const separateLetters = (text: string): string =>
  !isAscii(text) && needsSeparation.test(text) ? text.replace(boundary, zeroWidthSpace) : text;

/** Letters and digits as wide as those of Chinese and Japanese, which are the same letters. */
const wideCharacters = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
const widthDifference = 0xfee0;
const shift = (letter: string, by: number): string => String.fromCharCode(letter.charCodeAt(0) + by);

/** Accents that no text has on such a letter, and that the index does not see (remove_diacritics). */
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

/** As the index reads a text, from which `unparted` gives it as it was. */
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

/** The characters of a word: the same as in `wordCharacters` of the index. */
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
export const wordCharacters = 'L* N* M* Co';

export const splitWords = (text: string): string[] => separateLetters(text).match(wordPattern) ?? [];

/** As the index keeps a word: in lower case, Latin letters without accents, all of the usual width. */
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
