// Detects summaries that a program joined from phrases of the text: by copied phrases, word order and leaps between
// neighbours.
import { isStopWord } from '#domain/search/stop-words.ts';
import { toWordRuns, isContentWord } from './material.ts';

/** Limits of shares. In summaries by people, `phrases` is at most 0.56, `inOrder` 0.55 and `seams` 0.76. */
const bounds = { phrases: 0.6, inOrder: 0.6, seams: 0.79, cut: 0.45, further: 0.22 };
const phraseWords = 3;
/** Length of a passage relative to the summary, since words of it may have been left out. */
const passageFactor = 1.5;
const passageStep = 5;
const nearWords = 20;

type Words = readonly string[];

/** Returns the share of words in phrases of `length` words that also occur in the source. */
function phraseShare(words: Words, source: Words, length: number): number {
  const phrases = new Set(toWordRuns(source, length));
  const isCopied = words.map(() => false);
  toWordRuns(words, length).forEach((run, at) => {
    if (phrases.has(run)) isCopied.fill(true, at, at + length);
  });
  return isCopied.filter(Boolean).length / words.length;
}

/** Returns true if shared phrases have nearly equal length, as those that a program cuts. People's phrases vary. */
const hasCutPhrases = (words: Words, source: Words): boolean =>
  [2, phraseWords].some((length) => {
    const share = phraseShare(words, source, length);
    return share >= bounds.cut && phraseShare(words, source, length + 1) < share * bounds.further;
  });

/** Computes the length of the longest common subsequence. */
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

/** Returns the largest share of words that one passage of the source has in the same order. */
function orderShare(words: Words, source: Words): number {
  const length = Math.round(words.length * passageFactor);
  let longest = 0;
  for (let at = 0; at < source.length; at += passageStep)
    longest = Math.max(longest, commonSubsequenceLength(words, source.slice(at, at + length)));
  return longest / words.length;
}

/** Returns the share of neighbouring content words that are far apart in the source. */
function leapShare(words: Words, source: Words, language: string): number {
  const positions = Map.groupBy(source.keys(), (at) => source[at]!);
  const sharedWords = words.filter((word) => isContentWord(word, language) && positions.has(word));
  const neighbours = sharedWords.slice(1).map((word, at): [string, string] => [sharedWords[at]!, word]);
  const others = neighbours.filter(([a, b]) => a !== b);
  const isNear = ([a, b]: [string, string]) =>
    positions.get(a)!.some((one) => positions.get(b)!.some((other) => Math.abs(one - other) <= nearWords));
  return others.length === 0 ? 0 : others.filter((pair) => !isNear(pair)).length / others.length;
}

/** Counts pairs of stop words that do not occur in the source: they meet at joints of phrases. */
function countJoints(words: Words, source: Words, language: string): number {
  const pairs = new Set(toWordRuns(source, 2));
  const isJoint = (at: number) => isStopWord(words[at]!, language) && isStopWord(words[at + 1]!, language);
  return toWordRuns(words, 2).filter((pair, at) => isJoint(at) && !pairs.has(pair)).length;
}

/**
 * Returns `copied`, `stitched` (from phrases anywhere in the source), or undefined. Takes folded words in their order.
 */
export function detectStitching(words: Words, source: Words, language: string): 'copied' | 'stitched' | undefined {
  const phrases = phraseShare(words, source, phraseWords);
  if (phrases > bounds.phrases || orderShare(words, source) > bounds.inOrder) return 'copied';
  if (hasCutPhrases(words, source)) return 'stitched';
  // Each of these signs is harmless alone.
  const seams =
    phrases / 2 + leapShare(words, source, language) + (2.5 * countJoints(words, source, language)) / words.length;
  return seams > bounds.seams ? 'stitched' : undefined;
}
