// How many words a reader reads in a text of Markdown. Each item is counted when it is read, so nothing is parsed here.
import { unspacedScripts } from '../search/words.ts';

/** What a reader does not read. Each part ends where the next may begin, so that a long text is gone through once. */
const unreadInLine = [
  // What describes a picture, before its address.
  /!\[[^[\]]*(?=\][([])/,
  // The address and the title of a link or a picture, CommonMark §6.3, or the label that stands for them.
  /\]\([^\S\n]*(?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/,
  /\]\[[^[\]]*\]/,
  // Tags, and letters by their names.
  /<\/?[a-z][a-z\d-]*(?:[\s/][^<>]*)?>/,
  /&(?:#\w{1,8}|\w{2,31});/,
];
/** A line that says what such a label stands for, §4.7, and the language of a fenced block. */
const unreadLines = /^ {0,3}(?:\[[^[\]\n]+\]:[^\S\n]*\S+(?:[^\S\n]+["'(].*)?|(?:```+|~~~+)[^`\n]*)$/gm;

const unreadParts = new RegExp(unreadInLine.map(({ source }) => source).join('|'), 'gi');
const address = new RegExp(`(?:https?://|www\\.)[^\\s<>[\\]${unspacedScripts}]*`, 'giu');

const readableText = (source: string): string => {
  const withLines = /^ {0,3}[[`~]/m.test(source) ? source.replace(unreadLines, ' ') : source;
  const text = /[\]<&]/.test(withLines) ? withLines.replace(unreadParts, ' ') : withLines;
  return /:\/\/|www\./i.test(text) ? text.replace(address, ' 0 ') : text;
};

const none = 0;
/** A letter or digit, with which a word begins. */
const begins = 1;
/** What may only follow it. */
const follows = 2;
/** A letter of a script without spaces. */
const halfWord = 3;

const unspacedLetter = new RegExp(`[\\p{L}&&[${unspacedScripts}]]`, 'v');

function characterKind(character: string): number {
  if (unspacedLetter.test(character)) return halfWord;
  if (/[\p{L}\p{N}]/u.test(character)) return begins;
  return /[\p{M}'’-]/u.test(character) ? follows : none;
}

/** Of each unit of UTF-16, found as it is met: a look-up is many times as fast as a regular expression. */
const kindCache = new Uint8Array(0x10000).fill(255);

function kindAtOffset(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xdc00) return characterKind(String.fromCodePoint(text.codePointAt(at)!));
  // The second half of a character, which the first half has told of.
  if (unit >= 0xdc00 && unit < 0xe000) return follows;
  if (kindCache[unit] === 255) kindCache[unit] = characterKind(text[at]!);
  return kindCache[unit]!;
}

/** Words between spaces; a letter of a script without spaces counts as half a word. An address that is shown is one word. */
export function countWords(source: string): number {
  const text = readableText(source);
  let [words, letters, isInWord] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const kind = kindAtOffset(text, at);
    if (kind === begins && !isInWord) words++;
    if (kind === halfWord) letters++;
    isInWord = kind === begins || (isInWord && kind === follows);
  }
  return words + Math.round(letters / 2);
}
