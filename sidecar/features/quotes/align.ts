// Aligns a quote with a part of a text at the lowest cost, token by token.
import type { Token } from '#domain/tokens/token.ts';

export interface AlignmentStep {
  /** A `missing` token is in the text but not in the quote, an `added` one only in the quote. */
  kind: 'same' | 'missing' | 'added';
  /** Index of the token: in the quote for `added`, else in the text. */
  at: number;
}

export interface Alignment {
  cost: number;
  steps: AlignmentStep[];
}

/** Cost of a changed word: that of ten punctuation marks, or of ten more words missing at the same place. */
export const wordCost = 10;
const signCost = 1;
const furtherCost = 1;
const never = 1 << 29;

const costOf = ({ isWord }: Token): number => (isWord ? wordCost : signCost);

function changeCost(token: Token, wanted: Token): number {
  if (token.form === wanted.form) return 0;
  return token.isWord === wanted.isWord ? costOf(token) : wordCost + signCost;
}

/** Predecessors of a cell, in two bits; a third bit tells that a gap which ends there began before. */

const added = 1;
const signMissing = 2;
const gapEnds = 3;
const gapGoesOn = 4;

/** Computes the predecessors of all cells and the costs of the last row. */
function fill(text: Token[], quote: Token[]): { ways: Uint8Array; costs: Int32Array } {
  const width = text.length + 1;
  const ways = new Uint8Array((quote.length + 1) * width);
  const costs = new Int32Array(width);
  for (const [number, wanted] of quote.entries()) {
    const row = (number + 1) * width;
    let diagonal = costs[0]!;
    let gap = never;
    costs[0] = diagonal + costOf(wanted);
    ways[row] = added;
    for (let j = 1; j < width; j++) {
      const token = text[j - 1]!;
      const above = costs[j]!;
      const left = costs[j - 1]!;
      const open = token.isWord ? left + wordCost : never;
      const further = gap + furtherCost;
      gap = Math.min(open, further);
      // Indexes are the predecessors: 0 is a match, the others are constants above.
      const choices = [
        diagonal + changeCost(token, wanted),
        above + costOf(wanted),
        token.isWord ? never : left + signCost,
        gap,
      ];
      const best = Math.min(...choices);
      ways[row + j] = choices.indexOf(best) | (further < open ? gapGoesOn : 0);
      diagonal = above;
      costs[j] = best;
    }
  }
  return { ways, costs };
}

/** Follows the predecessors from the end of the quote to its beginning. */
function trace(text: Token[], quote: Token[], ways: Uint8Array, end: number): AlignmentStep[] {
  const steps: AlignmentStep[] = [];
  let i = quote.length;
  let j = end;
  let isInGap = false;
  while (i > 0) {
    const cell = ways[i * (text.length + 1) + j]!;
    const way = cell & 3;
    if (isInGap || way === signMissing) {
      isInGap = isInGap && (cell & gapGoesOn) !== 0;
      steps.push({ kind: 'missing', at: --j });
    } else if (way === gapEnds) {
      isInGap = true;
    } else if (way === added) {
      steps.push({ kind: 'added', at: --i });
    } else if (text[--j]!.form === quote[--i]!.form) {
      steps.push({ kind: 'same', at: j });
    } else {
      steps.push({ kind: 'added', at: i }, { kind: 'missing', at: j });
    }
  }
  return steps.reverse();
}

/** Aligns a quote with the best part of a text; the first, if several are equally good. */
export function align(text: Token[], quote: Token[]): Alignment {
  const { ways, costs } = fill(text, quote);
  let end = costs.reduce((best, cost, at) => (cost < costs[best]! ? at : best), 0);
  // A replaced last word costs as much as an added one; the longer part includes the replaced word.
  while (costs[end + 1] === costs[end]) end++;
  return { cost: costs[end]!, steps: trace(text, quote, ways, end) };
}
