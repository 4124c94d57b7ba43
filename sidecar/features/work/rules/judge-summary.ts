// Judges a summary by its length and by its overlap with the source: on its subject, in own words, and no bag of words.
import type { Submissions } from '#contract/schemas/work.ts';
import { keyTerms, toWordRuns, splitSentences, toTerms } from './material.ts';
import { createRandom } from './random.ts';
import { detectStitching } from './stitched.ts';
import type { TaskOf } from './task.ts';

/** Measured on summaries that people wrote for texts of a few hundred words; the test shows who passes. */
const bounds = {
  sentences: 4,
  /** Of its words that say something, those of the source. */
  sharedTerms: { share: 0.5, least: 6 },
  /** Of its pairs of words, those of the source: a bag of words has few, a copy has most. */
  pairs: { least: 0.14, most: 0.7 },
  /** More pairs than the same words have in another order. */
  pairsAboveShuffled: 0.1,
  verbatimWords: 11,
  /** Different words, of all. */
  variety: 0.6,
};
const shuffles = 20;

const shareWithin = (parts: string[], whole: Set<string>): number =>
  parts.length === 0 ? 0 : parts.filter((part) => whole.has(part)).length / parts.length;

function hasVerbatimCopy(words: string[], source: string[]): boolean {
  const runs = new Set(toWordRuns(source, bounds.verbatimWords));
  return toWordRuns(words, bounds.verbatimWords).some((run) => runs.has(run));
}

/** The share of pairs that the same words would have by chance. */
function shuffledShare(words: string[], pairs: Set<string>): number {
  const random = createRandom(words.join(' '));
  const shares = Array.from({ length: shuffles }, () =>
    shareWithin(toWordRuns(random.sample(words, words.length), 2), pairs),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shuffles;
}

const isBetween = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most;

function checkSummaryForm(summary: string, { minCharacters, maxCharacters }: TaskOf<'summarize'>['input']) {
  const { length } = summary;
  if (length < minCharacters || length > maxCharacters)
    return `It has ${length} characters, not ${minCharacters} to ${maxCharacters}.`;
  if (!/[.!?。！？…]["'”’»)]?$/u.test(summary) || splitSentences(summary).length > bounds.sentences)
    return 'It is not one to three whole sentences.';
  return /https?:|[<>[\]{}|\n]/.test(summary) ? 'It is not plain text.' : undefined;
}

/** Undefined where the summary is good; otherwise why not, without saying how to slip through. */
export function findSummaryProblem(
  { input, key }: TaskOf<'summarize'>,
  { summary }: Submissions['summarize'],
): string | undefined {
  const found = checkSummaryForm(summary, input);
  if (found) return found;
  const [words, source] = [toTerms(summary), toTerms(input.text)];
  const pairs = new Set(toWordRuns(source, 2));
  const said = [...keyTerms(summary, key.language)];
  const sourceTerms = keyTerms(`${input.title} ${input.text}`, key.language);
  const shared = shareWithin(said, sourceTerms);
  if (shared < bounds.sharedTerms.share || shared * said.length < bounds.sharedTerms.least)
    return 'It is not about the text.';
  const share = shareWithin(toWordRuns(words, 2), pairs);
  const stitched = detectStitching(words, toTerms(`${input.title} ${input.text}`), key.language);
  const isCopy =
    hasVerbatimCopy(words, source) || hasVerbatimCopy(words, toTerms(key.summary)) || share > bounds.pairs.most;
  if (isCopy || stitched === 'copied') return 'It is copied, not summed up.';
  const isProse =
    !stitched &&
    isBetween(share, bounds.pairs) &&
    share - shuffledShare(words, pairs) >= bounds.pairsAboveShuffled &&
    new Set(words).size >= words.length * bounds.variety;
  return isProse ? undefined : 'It does not read as a summary in own words.';
}
