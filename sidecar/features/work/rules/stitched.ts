// Whether a summary was stitched together from phrases of its text: by what is copied, by what stands in the order of one passage, and by leaps between neighbours.
import { isStopWord } from '#domain/search/stop-words.ts';
import { toWordRuns, isContentWord } from './material.ts';

/** Measured on summaries that people wrote, whose largest shares are 0.56, 0.55 and 0.76; the test shows who passes. */
const bounds = { phrases: 0.6, inOrder: 0.6, seams: 0.79, cut: 0.45, further: 0.22 };
const phraseWords = 3;
/** A passage is longer than the summary by this factor: words of it may have been left out. */
const passageFactor = 1.5;
const passageStep = 5;
const nearWords = 20;

type Words = readonly string[];

/** The share of the words that stand in phrases of the source, each of `length` words. */
function phraseShare(words: Words, source: Words, length: number): number {
  const phrases = new Set(toWordRuns(source, length));
  const isCopied = words.map(() => false);
  toWordRuns(words, length).forEach((run, at) => {
    if (phrases.has(run)) isCopied.fill(true, at, at + length);
  });
  return isCopied.filter(Boolean).length / words.length;
}

/** People's shared phrases vary in length; phrases of nearly equal length were cut by a program. */
const hasCutPhrases = (words: Words, source: Words): boolean =>
  [2, phraseWords].some((length) => {
    const share = phraseShare(words, source, length);
    return share >= bounds.cut && phraseShare(words, source, length + 1) < share * bounds.further;
  });

/** Length of the longest common subsequence. */
function commonSubsequenceLength(words: Words, passage: Words): number {
  const longest = new Array<number>(passage.length + 1).fill(0);
  for (const word of words) {
    let diagonal = 0;
    for (let at = 1; at <= passage.length; at++) {
      const above = longest[at]!;
      longest[at] = word === passage[at - 1] ? diagonal + 1 : Math.max(above, longest[at - 1]!);
      diagonal = above;
    }
  }
  return longest.at(-1)!;
}

/** The largest share of the words that one passage has in the same order, whatever stands in between. */
function orderShare(words: Words, source: Words): number {
  const length = Math.round(words.length * passageFactor);
  let most = 0;
  for (let at = 0; at < source.length; at += passageStep)
    most = Math.max(most, commonSubsequenceLength(words, source.slice(at, at + length)));
  return most / words.length;
}

/** Of the neighbours among its words that say something, the share that are nowhere near each other in the source. */
function leapShare(words: Words, source: Words, language: string): number {
  const places = Map.groupBy(source.keys(), (at) => source[at]!);
  const shared = words.filter((word) => isContentWord(word, language) && places.has(word));
  const neighbours = shared.slice(1).map((word, at): [string, string] => [shared[at]!, word]);
  const others = neighbours.filter(([a, b]) => a !== b);
  const isNear = ([a, b]: [string, string]) =>
    places.get(a)!.some((one) => places.get(b)!.some((other) => Math.abs(one - other) <= nearWords));
  return others.length === 0 ? 0 : others.filter((pair) => !isNear(pair)).length / others.length;
}

/** How many pairs of words that say nothing by themselves are not the source's: where phrases are joined, they meet. */
function countJoints(words: Words, source: Words, language: string): number {
  const pairs = new Set(toWordRuns(source, 2));
  const isJoint = (at: number) => isStopWord(words[at]!, language) && isStopWord(words[at + 1]!, language);
  return toWordRuns(words, 2).filter((pair, at) => isJoint(at) && !pairs.has(pair)).length;
}

/** `stitched` of phrases from anywhere; undefined where it is neither. Both take folded words in their order. */
export function detectStitching(words: Words, source: Words, language: string): 'copied' | 'stitched' | undefined {
  const phrases = phraseShare(words, source, phraseWords);
  if (phrases > bounds.phrases || orderShare(words, source) > bounds.inOrder) return 'copied';
  if (hasCutPhrases(words, source)) return 'stitched';
  // Each of them is harmless alone.
  const seams =
    phrases / 2 + leapShare(words, source, language) + (2.5 * countJoints(words, source, language)) / words.length;
  return seams > bounds.seams ? 'stitched' : undefined;
}
