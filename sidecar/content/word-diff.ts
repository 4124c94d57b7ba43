// Compares texts by words: in runs for a short text, in passages for a long one.
import { diff } from 'node:util';

/** A run of words that both texts have, or that were removed or added. */
export interface DiffRun {
  side: 'same' | 'out' | 'in';
  text: string;
}

/** A passage of a comparison; unchanged paragraphs are only counted. */
export type DiffPassage = { unchanged: number } | { runs: DiffRun[] };

/** Largest part that is compared, since the time grows with its square. */
const maxCompared = 400;
const maxComparedPassages = 40;

interface Stretch {
  side: DiffRun['side'];
  parts: string[];
}

export const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const splitParagraphs = (text: string): string[] => text.split(/\n\s*\n/).filter((part) => part.trim());

/** Returns the number of equal parts at the beginning of both lists. */
function countEqual(one: string[], other: string[]): number {
  const end = one.findIndex((part, at) => part !== other[at]);
  return end < 0 ? one.length : end;
}

/** Sides by the sign that `diff` gives to a part: 1 if only its first argument has it, -1 if only its second has. */
const sides: Record<number, DiffRun['side']> = { 0: 'same', 1: 'out', '-1': 'in' };

/** Compares two lists of words or paragraphs; returns undefined if too much changed. */
function diffParts(old: string[], fresh: string[]): Stretch[] | undefined {
  const from = countEqual(old, fresh);
  const tail = countEqual(old.slice(from).reverse(), fresh.slice(from).reverse());
  const removedWords = old.slice(from, old.length - tail);
  const addedWords = fresh.slice(from, fresh.length - tail);
  if (removedWords.length > maxCompared || addedWords.length > maxCompared) return undefined;
  const stretches: Stretch[] = from > 0 ? [{ side: 'same', parts: old.slice(0, from) }] : [];
  for (const [sign, part] of removedWords.length + addedWords.length > 0 ? diff(removedWords, addedWords) : []) {
    const side = sides[sign]!;
    const last = stretches.at(-1);
    if (last?.side === side) last.parts.push(part);
    else stretches.push({ side, parts: [part] });
  }
  return tail > 0 ? [...stretches, { side: 'same', parts: old.slice(old.length - tail) }] : stretches;
}

/** Compares texts word by word; returns undefined if too much changed. */
export const diffWords = (before: string, after: string): DiffRun[] | undefined =>
  diffParts(splitWords(before), splitWords(after))?.map(({ side, parts }) => ({ side, text: parts.join(' ') }));

const replaceWhole = (before: string, after: string): DiffRun[] =>
  [
    { side: 'out' as const, text: before },
    { side: 'in' as const, text: after },
  ].filter(({ text }) => text !== '');

/** Compares texts by paragraphs, and changed paragraphs by words as far as that is fast. */
export function diffPassages(before: string, after: string): DiffPassage[] {
  const stretches = diffParts(splitParagraphs(before), splitParagraphs(after));
  if (!stretches) return [{ runs: replaceWhole(before, after) }];
  const passages: DiffPassage[] = [];
  for (const [at, { side, parts }] of stretches.entries()) {
    const before = stretches[at - 1];
    const next = stretches[at + 1];
    if (side === 'same') passages.push({ unchanged: parts.length });
    else if (side === 'out')
      passages.push(...pairParagraphs(parts, next?.side === 'in' ? next.parts : [], passages.length));
    else if (before?.side !== 'out') passages.push(...pairParagraphs([], parts, passages.length));
  }
  return passages;
}

/** Pairs removed paragraphs with added ones in their order. `shown` is the number of passages before them. */
const pairParagraphs = (removed: string[], added: string[], shown: number): DiffPassage[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const old = removed[at] ?? '';
    const fresh = added[at] ?? '';
    const isQuick = shown + at < maxComparedPassages && old && fresh;
    return { runs: (isQuick && diffWords(old, fresh)) || replaceWhole(old, fresh) };
  });
