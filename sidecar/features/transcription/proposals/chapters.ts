// Proposes chapters where the vocabulary changes and somebody pauses (TextTiling, Hearst 1997).
import type { Sentence } from './sentences.ts';
import { cosineSimilarity, createTermWeigher } from './term-weights.ts';

export interface ProposedChapter {
  startSeconds: number;
  title: string;
}

/** Number of terms that are compared on either side of a gap. */
const windowTerms = 90;
/** Shortest chapter; in short recordings a sixth of the whole. */
const shortestSeconds = 120;
const maxChapters = 15;
const titleTerms = 3;
/** Pause in seconds that gives the full weight. */
const fullPauseSeconds = 4;
const pauseWeight = 0.25;

/** Returns the terms of the sentences before or after a gap, up to the size of a window. */
function windowAt(sentences: Sentence[], at: number, step: 1 | -1): string[] {
  const terms: string[] = [];
  for (let index = step === 1 ? at : at - 1; sentences[index] && terms.length < windowTerms; index += step)
    terms.push(...sentences[index]!.terms);
  return terms;
}

/** Returns the depth of each value below the nearest peaks on both sides. */
function depths(values: number[]): number[] {
  const peak = (at: number, step: 1 | -1): number => {
    let highest = values[at]!;
    for (let index = at + step; values[index] !== undefined && values[index]! >= highest; index += step)
      highest = values[index]!;
    return highest;
  };
  return values.map((value, at) => peak(at, -1) + peak(at, 1) - 2 * value);
}

/** Returns the indexes of sentences that begin a chapter, except for the first. */
function findBorders(sentences: Sentence[]): number[] {
  const weigh = createTermWeigher(sentences.map(({ terms }) => terms));
  const gaps = sentences.slice(1).map((_, index) => index + 1);
  const alike = gaps.map((at) =>
    cosineSimilarity(weigh(windowAt(sentences, at, -1)), weigh(windowAt(sentences, at, 1))),
  );
  const scores = depths(alike).map((depth, index) => {
    const pause = sentences[index + 1]!.start - sentences[index]!.end;
    return depth + pauseWeight * Math.min(1, Math.max(0, pause) / fullPauseSeconds);
  });
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const spread = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  const first = sentences[0]!.start;
  const last = sentences.at(-1)!.end;
  const shortest = Math.min(shortestSeconds, (last - first) / 6);
  const selected: number[] = [];
  const byScore = gaps
    .map((at, index) => ({ at, score: scores[index]! }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  for (const { at, score } of byScore) {
    if (score < mean + spread / 2 || selected.length === maxChapters - 1) break;
    const { start } = sentences[at]!;
    const edges = [first, last, ...selected.map((other) => sentences[other]!.start)];
    if (edges.every((other) => Math.abs(other - start) >= shortest)) selected.push(at);
  }
  return selected.sort((one, other) => one - other);
}

/** Builds a title from the most distinctive terms of a chapter. */
function buildTitle(
  chapter: Sentence[],
  weigh: ReturnType<typeof createTermWeigher>,
  spell: (term: string) => string,
): string {
  const distinctive = [...weigh(chapter.flatMap(({ terms }) => terms))].filter(([, weight]) => weight > 0);
  const weights = distinctive.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const words = weights
    .slice(0, titleTerms)
    .map(([term]) => spell(term))
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Proposes chapters; none if the recording is too short or has one topic. */
export function proposeChapters(sentences: Sentence[], spell: (term: string) => string): ProposedChapter[] {
  if (sentences.length < 4) return [];
  const starts = [0, ...findBorders(sentences)];
  const chapters = starts.map((at, index) => sentences.slice(at, starts[index + 1]));
  const weigh = createTermWeigher(chapters.map((chapter) => chapter.flatMap(({ terms }) => terms)));
  const titled = chapters.map((chapter, index) => ({
    startSeconds: index === 0 ? 0 : Math.floor(chapter[0]!.start),
    title: buildTitle(chapter, weigh, spell),
  }));
  const distinct = titled.filter(({ title }, at) => title !== '' && title !== titled[at - 1]?.title);
  return distinct.length > 1 ? distinct.map((one, at) => (at === 0 ? { ...one, startSeconds: 0 } : one)) : [];
}
