// Words as the full-text index sees them: runs of letters and digits; scripts without spaces letter by letter.

/** Ends a word and is seen by no one, so that it comes out again without a trace. */
const zeroWidthSpace = '\u200b';

/** Letters of scripts without spaces, for a class of a regular expression. */
export const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
/** Before and after each letter of such a script; marks stay with their letter. */
const between = new RegExp(
  `(?<=[\\p{L}\\p{N}\\p{M}])(?=(?!\\p{M})[${unspaced}])|(?<=[${unspaced}]\\p{M}*)(?=[\\p{L}\\p{N}])`,
  'gu',
);

/** Most words of most texts; what follows says the same of them, in many times as long. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

export const parted = (text: string): string =>
  !isAscii(text) && hasUnspaced.test(text) ? text.replace(between, zeroWidthSpace) : text;

export const unparted = (text: string): string => text.replaceAll(zeroWidthSpace, '');

/** The characters of a word: the same as in `wordCharacters` of the index. */
const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
export const wordCharacters = 'L* N* M* Co';

export const wordsOf = (text: string): string[] => parted(text).match(word) ?? [];

/** As the index keeps a word: in lower case, Latin letters without accents. */
export const folded = (text: string): string =>
  (isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .normalize('NFC')
  ).toLowerCase();
