// Which words a text lost and gained, where they stand: in runs for a line, in passages for a long text.
import { diff } from 'node:util';

/** Words that both texts have, words taken out, words put in. */
export interface DiffRun {
  side: 'same' | 'out' | 'in';
  text: string;
}

/** Paragraphs that did not change are only counted. */
export type DiffPassage = { unchanged: number } | { runs: DiffRun[] };

/** Comparing takes time by the square of what changed. */
const mostCompared = 400;
const mostPassagesCompared = 40;

interface Stretch {
  side: DiffRun['side'];
  parts: string[];
}

export const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter((part) => part.trim());

/** What both have at the start and at the end, and the stretches between; undefined where too much changed. */
function stretchesOf(old: string[], fresh: string[]): Stretch[] | undefined {
  const firstOther = old.findIndex((part, at) => part !== fresh[at]);
  const from = firstOther < 0 ? old.length : firstOther;
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - from && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const out = old.slice(from, old.length - tail);
  const put = fresh.slice(from, fresh.length - tail);
  if (out.length > mostCompared || put.length > mostCompared) return undefined;
  const stretches: Stretch[] = from > 0 ? [{ side: 'same', parts: old.slice(0, from) }] : [];
  // diff() gives 1 to what only its first argument has, -1 to what only the second has.
  for (const [sign, part] of out.length + put.length > 0 ? diff(out, put) : []) {
    const side = sign === 0 ? 'same' : sign > 0 ? 'out' : 'in';
    const last = stretches.at(-1);
    if (last?.side === side) last.parts.push(part);
    else stretches.push({ side, parts: [part] });
  }
  return tail > 0 ? [...stretches, { side: 'same', parts: old.slice(old.length - tail) }] : stretches;
}

/** Undefined where too much changed to be compared word by word. */
export const diffWords = (before: string, after: string): DiffRun[] | undefined =>
  stretchesOf(splitWords(before), splitWords(after))?.map(({ side, parts }) => ({ side, text: parts.join(' ') }));

const replaced = (before: string, after: string): DiffRun[] =>
  [
    { side: 'out' as const, text: before },
    { side: 'in' as const, text: after },
  ].filter(({ text }) => text !== '');

/** The whole text by paragraphs, those that changed word by word as far as that is quick. */
export function diffPassages(before: string, after: string): DiffPassage[] {
  const stretches = stretchesOf(paragraphsOf(before), paragraphsOf(after));
  if (!stretches) return [{ runs: replaced(before, after) }];
  const passages: DiffPassage[] = [];
  for (const [at, { side, parts }] of stretches.entries()) {
    const before = stretches[at - 1];
    const next = stretches[at + 1];
    if (side === 'same') passages.push({ unchanged: parts.length });
    else if (side === 'out') passages.push(...pairsOf(parts, next?.side === 'in' ? next.parts : [], passages.length));
    else if (before?.side !== 'out') passages.push(...pairsOf([], parts, passages.length));
  }
  return passages;
}

/** The first paragraph that went beside the first that came, and so on; `shown` are there already. */
const pairsOf = (out: string[], put: string[], shown: number): DiffPassage[] =>
  Array.from({ length: Math.max(out.length, put.length) }, (_, at) => {
    const [old = '', fresh = ''] = [out[at], put[at]];
    const isQuick = shown + at < mostPassagesCompared && old && fresh;
    return { runs: (isQuick && diffWords(old, fresh)) || replaced(old, fresh) };
  });
