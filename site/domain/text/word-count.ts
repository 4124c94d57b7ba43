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

/** A letter of a script without spaces, which counts as half a word. */
const unspacedLetter = `[\\p{L}&&[${unspacedScripts}]]`;
const unspacedLetters = new RegExp(unspacedLetter, 'gv');
/** A letter or digit, and what continues a word: also marks, apostrophes and hyphens. */
const spacedWords = new RegExp(
  `[[\\p{L}\\p{N}]--${unspacedLetter}][[\\p{L}\\p{N}\\p{M}'’\\-]--${unspacedLetter}]*`,
  'gv',
);

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Counts the words that a reader sees. A letter of a script without spaces is half a word; a visible address is one
 * word.
 */
export function countWords(source: string): number {
  const text = readableText(source);
  return countMatches(text, spacedWords) + Math.round(countMatches(text, unspacedLetters) / 2);
}
