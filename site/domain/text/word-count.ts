// Counts the words of Markdown texts by patterns, because parsing every item would be slow.
import { unspacedScripts } from '../search/words.ts';

/** Invisible parts within a line. Each pattern ends where the next may begin, so that the time is linear. */
const unreadInLine = [
  // The description of a picture.
  /!\[[^[\]]*(?=\][([])/,
  // The address and title of a link or picture, or the label of a reference (CommonMark §6.3).
  /\]\([^\S\n]*(?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/,
  /\]\[[^[\]]*\]/,
  // HTML tags and character references.
  /<\/?[a-z][a-z\d-]*(?:[\s/][^<>]*)?>/,
  /&(?:#\w{1,8}|\w{2,31});/,
];
/** Invisible lines: link reference definitions (CommonMark §4.7), and the first lines of fenced blocks. */
const unreadLines = /^ {0,3}(?:\[[^[\]\n]+\]:[^\S\n]*\S+(?:[^\S\n]+["'(].*)?|(?:```+|~~~+)[^`\n]*)$/gm;

const unreadParts = new RegExp(unreadInLine.map(({ source }) => source).join('|'), 'gi');
const address = new RegExp(`(?:https?://|www\\.)[^\\s<>[\\]${unspacedScripts}]*`, 'giu');

const readableText = (source: string): string => {
  const withLines = /^ {0,3}[[`~]/m.test(source) ? source.replace(unreadLines, ' ') : source;
  const text = /[\]<&]/.test(withLines) ? withLines.replace(unreadParts, ' ') : withLines;
  return /:\/\/|www\./i.test(text) ? text.replace(address, ' 0 ') : text;
};

const none = 0;
/** A letter or digit, which begins or continues a word. */
const begins = 1;
/** A mark, apostrophe or hyphen, which only continues a word. */
const follows = 2;
/** A letter of a script without spaces, which counts as half a word. */
const halfWord = 3;

const unspacedLetter = new RegExp(`[\\p{L}&&[${unspacedScripts}]]`, 'v');

function characterKind(character: string): number {
  if (unspacedLetter.test(character)) return halfWord;
  if (/[\p{L}\p{N}]/u.test(character)) return begins;
  return /[\p{M}'’-]/u.test(character) ? follows : none;
}

/** Cache of the kinds of UTF-16 units, because regular expressions are many times slower. */
const kindCache = new Uint8Array(0x10000).fill(255);

function kindAtOffset(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xdc00) return characterKind(String.fromCodePoint(text.codePointAt(at)!));
  // The second half of a surrogate pair belongs to the first.
  if (unit >= 0xdc00 && unit < 0xe000) return follows;
  if (kindCache[unit] === 255) kindCache[unit] = characterKind(text[at]!);
  return kindCache[unit]!;
}

/**
 * Counts the words that a reader sees. A letter of a script without spaces is half a word; a visible address is one
 * word.
 */
export function countWords(source: string): number {
  const text = readableText(source);
  let words = 0;
  let letters = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const kind = kindAtOffset(text, at);
    if (kind === begins && !isInWord) words++;
    if (kind === halfWord) letters++;
    isInWord = kind === begins || (isInWord && kind === follows);
  }
  return words + Math.round(letters / 2);
}
