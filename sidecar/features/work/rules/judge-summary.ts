// Judges a summary by its length and its overlap with the source: it has to be on topic, in own words, and prose.
import type { Submissions } from '#contract/schemas/work.ts';
import { keyTerms, toWordRuns, splitSentences, toTerms } from './material.ts';
import { createRandom } from './random.ts';
import { detectStitching } from './stitched.ts';
import type { TaskOf } from './task.ts';

/** Limits measured on summaries that people wrote for texts of a few hundred words. The test shows which ones pass. */
const bounds = {
  sentences: 4,
  /** Content words that also occur in the source. */
  sharedTerms: { share: 0.5, min: 6 },
  /** Share of word pairs that also occur in the source: low for shuffled words, high for a copy. */
  pairs: { min: 0.14, max: 0.7 },
  /** Margin of that share over the same words in random order. */
  pairsAboveShuffled: 0.1,
  verbatimWords: 11,
  /** Share of distinct words. */
  variety: 0.6,
};
const shuffles = 20;

const shareWithin = (parts: string[], whole: Set<string>): number =>
  parts.length === 0 ? 0 : parts.filter((part) => whole.has(part)).length / parts.length;

function hasVerbatimCopy(words: string[], source: string[]): boolean {
  const runs = new Set(toWordRuns(source, bounds.verbatimWords));
  return toWordRuns(words, bounds.verbatimWords).some((run) => runs.has(run));
}

/** Returns the share of pairs that the same words have in random order. */
function shuffledShare(words: string[], pairs: Set<string>): number {
  const random = createRandom(words.join(' '));
  const shares = Array.from({ length: shuffles }, () =>
    shareWithin(toWordRuns(random.sample(words, words.length), 2), pairs),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shuffles;
}

const isBetween = (value: number, { min, max }: { min: number; max: number }): boolean => value >= min && value <= max;

function checkSummaryForm(summary: string, { minCharacters, maxCharacters }: TaskOf<'summarize'>['input']) {
  const { length } = summary;
  if (length < minCharacters || length > maxCharacters)
    return `The summary has ${length} characters. Write ${minCharacters} to ${maxCharacters}.`;
  if (!/[.!?。！？…]["'”’»)]?$/u.test(summary) || splitSentences(summary).length > bounds.sentences)
    return 'Write one to three complete sentences.';
  return /https?:|[<>[\]{}|\n]/.test(summary) ? 'Write plain text without links, markup or line breaks.' : undefined;
}

/** `share` is the share of word pairs that also occur in the source. */
const isProse = (words: string[], pairs: Set<string>, share: number): boolean =>
  isBetween(share, bounds.pairs) &&
  share - shuffledShare(words, pairs) >= bounds.pairsAboveShuffled &&
  new Set(words).size >= words.length * bounds.variety;

function isOnTopic(summaryTerms: Set<string>, sourceTerms: Set<string>): boolean {
  const { share, min } = bounds.sharedTerms;
  const sharedCount = summaryTerms.intersection(sourceTerms).size;
  return sharedCount >= min && sharedCount >= share * summaryTerms.size;
}

/** Returns undefined if the summary is good, or else a reason that does not reveal how to pass. */
export function findSummaryProblem(
  { input, key }: TaskOf<'summarize'>,
  { summary }: Submissions['summarize'],
): string | undefined {
  const formProblem = checkSummaryForm(summary, input);
  if (formProblem) return formProblem;
  const words = toTerms(summary);
  const source = toTerms(input.text);
  const pairs = new Set(toWordRuns(source, 2));
  if (!isOnTopic(keyTerms(summary, key.language), keyTerms(`${input.title} ${input.text}`, key.language)))
    return 'The summary is not about the text.';
  const share = shareWithin(toWordRuns(words, 2), pairs);
  const stitched = detectStitching(words, toTerms(`${input.title} ${input.text}`), key.language);
  const hasCopy = hasVerbatimCopy(words, source) || hasVerbatimCopy(words, toTerms(key.summary));
  if (hasCopy || share > bounds.pairs.max || stitched === 'copied') return 'The summary is copied from the text.';
  return !stitched && isProse(words, pairs, share)
    ? undefined
    : 'The summary does not read like prose in your own words.';
}
