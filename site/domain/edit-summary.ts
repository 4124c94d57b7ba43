// What an edit changes, in a few lines: words taken out as [-…-], words put in as {+…+}.
import { diff } from 'node:util';
import type { ItemFile } from './item-file.ts';
import { creatorsOwn } from './review.ts';

const ownedByPrograms = new Set(['id', 'source', 'approvedAt', 'updatedAt']);
/** Above this many words in the changed part the lines say only how many changed. */
const mostWordsCompared = 400;
const mostWordsShown = 24;

/** One line for each field that approving changes, the body last. */
export function editSummary(before: ItemFile, after: ItemFile): string[] {
  const old: Record<string, unknown> = { ...before.item, body: before.body };
  const fresh: Record<string, unknown> = { ...after.item, ...creatorsOwn(before.item, after.item), body: after.body };
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((name) => !ownedByPrograms.has(name) && asText(old[name]) !== asText(fresh[name]))
    .sort((a, b) => Number(a === 'body') - Number(b === 'body'))
    .map((name) => `${name}: ${wordDiff(asText(old[name]), asText(fresh[name]))}`);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}

/** The changed words with two words around them, cut to a readable length. */
export function wordDiff(before: string, after: string): string {
  const old = wordsOf(before);
  const fresh = wordsOf(after);
  const start = old.findIndex((word, at) => word !== fresh[at]);
  const from = start < 0 ? old.length : start;
  let same = 0;
  while (same < Math.min(old.length, fresh.length) - from && old.at(-1 - same) === fresh.at(-1 - same)) same++;
  const out = old.slice(from, old.length - same);
  const put = fresh.slice(from, fresh.length - same);
  if (!out.length && !put.length) return 'only spacing';
  if (out.length > mostWordsCompared || put.length > mostWordsCompared) {
    return `${out.length} words became ${put.length}, from “${fresh.slice(from, from + 6).join(' ')} …”`;
  }
  const marked = [
    ...(from > 2 ? ['…'] : []),
    ...old.slice(Math.max(0, from - 2), from),
    ...marks(out, put),
    ...(same ? old.slice(old.length - same, old.length - same + 2) : []),
    ...(same > 2 ? ['…'] : []),
  ];
  return marked.length > mostWordsShown ? `${marked.slice(0, mostWordsShown).join(' ')} …` : marked.join(' ');
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function marks(out: string[], put: string[]): string[] {
  const runs: { side: number; words: string[] }[] = [];
  // diff() gives 1 to what only its first argument has, -1 to what only the second has.
  for (const [side, word] of diff(out, put)) {
    const last = runs.at(-1);
    if (last?.side === side) last.words.push(word);
    else runs.push({ side, words: [word] });
  }
  return runs.map(({ side, words }) => {
    if (side === 0)
      return words.length > 6 ? `${words.slice(0, 3).join(' ')} … ${words.slice(-3).join(' ')}` : words.join(' ');
    return side > 0 ? `[-${words.join(' ')}-]` : `{+${words.join(' ')}+}`;
  });
}
