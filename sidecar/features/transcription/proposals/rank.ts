// Which sentences stand for the whole: those that are like many others that are (LexRank, Erkan and Radev 2004).
import type { Sentence } from './sentences.ts';
import { likeness, type Vector } from './weights.ts';

const damping = 0.85;
const rounds = 30;
const leastLikeness = 0.05;

/** One rank for each sentence; the ranks add up to 1. */
export function rank(vectors: Vector[]): number[] {
  const size = vectors.length;
  const links: { to: number; weight: number }[][] = vectors.map(() => []);
  for (let one = 0; one < size; one += 1)
    for (let other = one + 1; other < size; other += 1) {
      const weight = likeness(vectors[one]!, vectors[other]!);
      if (weight < leastLikeness) continue;
      links[one]!.push({ to: other, weight });
      links[other]!.push({ to: one, weight });
    }
  const sums = links.map((all) => all.reduce((sum, { weight }) => sum + weight, 0));
  let ranks = vectors.map(() => 1 / size);
  for (let round = 0; round < rounds; round += 1) {
    const next = vectors.map(() => (1 - damping) / size);
    links.forEach((all, from) =>
      all.forEach(({ to, weight }) => (next[to]! += (damping * ranks[from]! * weight) / sums[from]!)),
    );
    ranks = next;
  }
  return ranks;
}

/** The highest ranked sentences that fit and do not resemble each other, at most `most`, in the order of the text. */
export function best(
  sentences: Sentence[],
  vectors: Vector[],
  isFit: (sentence: Sentence, chosen: Sentence[]) => boolean,
  most: number,
): Sentence[] {
  const ranks = rank(vectors);
  const order = sentences.map((_, at) => at).sort((a, b) => ranks[b]! - ranks[a]! || a - b);
  const chosen: number[] = [];
  for (const at of order) {
    if (chosen.length === most) break;
    const taken = chosen.map((other) => sentences[other]!);
    const isNew = chosen.every((other) => likeness(vectors[other]!, vectors[at]!) < 0.4);
    if (isNew && isFit(sentences[at]!, taken)) chosen.push(at);
  }
  return chosen.sort((one, other) => one - other).map((at) => sentences[at]!);
}
