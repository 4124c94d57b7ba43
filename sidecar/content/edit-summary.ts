// What an edit changes, in a few lines: words taken out as [-…-], words put in as {+…+}.
import type { ItemFile } from '#domain/items/item-file.ts';
import { proposalOf } from './proposal.ts';
import { programsFields } from './source-version.ts';
import { type Run, wordRuns, wordsOf } from './word-diff.ts';

const mostWordsShown = 24;

export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

/** Each field that differs, the body last. */
export function changedFields(before: ItemFile, after: ItemFile): ChangedField[] {
  const old: Record<string, unknown> = { ...before.item, body: before.body };
  const fresh: Record<string, unknown> = { ...after.item, body: after.body };
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((name) => !programsFields.includes(name) && asText(old[name]) !== asText(fresh[name]))
    .sort((a, b) => Number(a === 'body') - Number(b === 'body'))
    .map((name) => ({ name, before: asText(old[name]), after: asText(fresh[name]) }));
}

/** What approving the waiting version changes. */
export const editSummary = (published: ItemFile, waiting: ItemFile): string[] =>
  changedFields(published, proposalOf(waiting, published).file).map(
    (field) => `${field.name}: ${wordDiff(field.before, field.after)}`,
  );

export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}

export const wordDiff = (before: string, after: string): string =>
  shortRuns(before, after)
    .map(({ side, text }) => (side === 'same' ? text : side === 'out' ? `[-${text}-]` : `{+${text}+}`))
    .join(' ');

/** The changed words with two words around them, cut to a readable length. */
export function shortRuns(before: string, after: string): Run[] {
  const runs = wordRuns(before, after);
  if (!runs) return [{ side: 'same', text: rewritten(wordsOf(before), wordsOf(after)) }];
  if (runs.every(({ side }) => side === 'same')) return [{ side: 'same', text: 'only spacing' }];
  const last = runs.length - 1;
  return cut(
    runs.map((run, at) =>
      run.side === 'same' ? { ...run, text: around(wordsOf(run.text), at === 0, at === last) } : run,
    ),
  );
}

function rewritten(old: string[], fresh: string[]): string {
  const from = fresh.findIndex((word, at) => word !== old[at]);
  return `${old.length} words became ${fresh.length}, from “${fresh.slice(from, from + 6).join(' ')} …”`;
}

/** What did not change, as far as it says where a change stands. */
function around(words: string[], isFirst: boolean, isLast: boolean): string {
  if (isFirst && words.length > 2) return `… ${words.slice(-2).join(' ')}`;
  if (isLast && words.length > 2) return `${words.slice(0, 2).join(' ')} …`;
  return words.length > 6 ? `${words.slice(0, 3).join(' ')} … ${words.slice(-3).join(' ')}` : words.join(' ');
}

function cut(runs: Run[]): Run[] {
  const shown: Run[] = [];
  let left = mostWordsShown;
  for (const { side, text } of runs) {
    const words = wordsOf(text);
    if (left <= 0) return shown;
    shown.push({ side, text: words.length > left ? `${words.slice(0, left).join(' ')} …` : text });
    left -= words.length;
  }
  return shown;
}
