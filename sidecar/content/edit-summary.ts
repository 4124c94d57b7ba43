// Summarises an edit in a few lines: removed words as [-…-], added words as {+…+}.
import type { ItemFile } from '#domain/items/item-file.ts';
import { createProposal } from './proposal.ts';
import { programFields } from './source-version.ts';
import { type DiffRun, diffWords, splitWords } from './word-diff.ts';

const maxWords = 24;

export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

/** Returns each field that differs; the body comes last. */
export function listChangedFields(before: ItemFile, after: ItemFile): ChangedField[] {
  const old: Record<string, unknown> = { ...before.item, body: before.body };
  const fresh: Record<string, unknown> = { ...after.item, body: after.body };
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((name) => !programFields.includes(name) && formatFieldValue(old[name]) !== formatFieldValue(fresh[name]))
    .sort((a, b) => Number(a === 'body') - Number(b === 'body'))
    .map((name) => ({ name, before: formatFieldValue(old[name]), after: formatFieldValue(fresh[name]) }));
}

/** Returns the changes that approving the waiting version makes, one line for each field. */
export const summarizeEdit = (published: ItemFile, waiting: ItemFile): string[] =>
  listChangedFields(published, createProposal(waiting, published).file).map(
    (field) => `${field.name}: ${formatWordDiff(field.before, field.after)}`,
  );

export function formatFieldValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}

export const formatWordDiff = (before: string, after: string): string =>
  shortenDiff(before, after)
    .map(({ side, text }) => (side === 'same' ? text : side === 'out' ? `[-${text}-]` : `{+${text}+}`))
    .join(' ');

/** Returns the changed words with their neighbours, shortened to a readable length. */
export function shortenDiff(before: string, after: string): DiffRun[] {
  const runs = diffWords(before, after);
  if (!runs) return [{ side: 'same', text: describeRewrite(splitWords(before), splitWords(after)) }];
  if (runs.every(({ side }) => side === 'same')) return [{ side: 'same', text: 'only spacing' }];
  const last = runs.length - 1;
  return limitWords(
    runs.map((run, at) =>
      run.side === 'same' ? { ...run, text: shortenContext(splitWords(run.text), at === 0, at === last) } : run,
    ),
  );
}

function describeRewrite(old: string[], fresh: string[]): string {
  const from = fresh.findIndex((word, at) => word !== old[at]);
  return `${old.length} words became ${fresh.length}, from “${fresh.slice(from, from + 6).join(' ')} …”`;
}

/** Shortens unchanged words to those that show the position of a change. */
function shortenContext(words: string[], isFirst: boolean, isLast: boolean): string {
  if (isFirst && words.length > 2) return `… ${words.slice(-2).join(' ')}`;
  if (isLast && words.length > 2) return `${words.slice(0, 2).join(' ')} …`;
  return words.length > 6 ? `${words.slice(0, 3).join(' ')} … ${words.slice(-3).join(' ')}` : words.join(' ');
}

function limitWords(runs: DiffRun[]): DiffRun[] {
  const shortened: DiffRun[] = [];
  let wordsLeft = maxWords;
  for (const { side, text } of runs) {
    const words = splitWords(text);
    if (wordsLeft <= 0) return shortened;
    shortened.push({ side, text: words.length > wordsLeft ? `${words.slice(0, wordsLeft).join(' ')} …` : text });
    wordsLeft -= words.length;
  }
  return shortened;
}
