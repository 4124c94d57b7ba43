// Find and replace in all lines of the editor, ignoring case.
import { allRows, type CueRow } from './rows.ts';

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const finder = (words: string): RegExp => new RegExp(escaped(words), 'giu');

const countIn = (rows: CueRow[], words: string): number =>
  words === '' ? 0 : rows.reduce((sum, { text }) => sum + (text.value.match(finder(words))?.length ?? 0), 0);

export interface TextMatch {
  row: CueRow;
  from: number;
  to: number;
}

/** Returns the next match after `after`, and continues from the top at the end. */
export function findNext(
  list: HTMLElement,
  words: string,
  after?: Pick<TextMatch, 'row' | 'to'>,
): TextMatch | undefined {
  if (words === '') return undefined;
  const rows = allRows(list);
  const first = Math.max(0, after ? rows.indexOf(after.row) : 0);
  for (let step = 0; step <= rows.length; step += 1) {
    const row = rows[(first + step) % rows.length]!;
    const find = finder(words);
    if (step === 0 && after) find.lastIndex = after.to;
    const match = find.exec(row.text.value);
    if (match) return { row, from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}

/** Replaces all matches and returns their number. */
export function replaceAll(list: HTMLElement, words: string, replacement: string): number {
  const rows = allRows(list);
  const count = countIn(rows, words);
  if (count > 0)
    for (const { text } of rows) {
      const value = text.value.replace(finder(words), () => replacement);
      if (value !== text.value) text.value = value;
    }
  return count;
}

export const countMatches = (list: HTMLElement, words: string): number => countIn(allRows(list), words);
