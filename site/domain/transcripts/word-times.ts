// Times of words in a segment: from the engine, or estimated by their position in the text.
import type { Segment } from '#contract/schemas/transcripts.ts';

/** A segment with the times of its words, if they are known. */
export type SpokenSegment = Segment & {
  /** Start of each word, separated by white space. */
  wordStarts?: number[];
};

/** Maximum length of a segment whose word times can be estimated; longer ones were published without times. */
const maxDivisibleSeconds = 60;

export const isDivisible = ({ start, end, wordStarts }: SpokenSegment): boolean =>
  wordStarts !== undefined || end - start <= maxDivisibleSeconds;

/** Returns true if segments were published without times: each one lasts as long as the recording. */
export const areUntimed = (segments: Segment[]): boolean =>
  segments.every(({ start, end }) => start === 0 && end === segments[0]!.end) &&
  (segments.length > 1 || segments.some(({ end }) => end === 0 || end > maxDivisibleSeconds));

export const roundToHundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

export interface TimedWord {
  text: string;
  start: number;
}

export function timedWords({ text, start, end, wordStarts }: SpokenSegment): TimedWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  if (wordStarts?.length === words.length)
    return words.map((word, at) => ({ text: word, start: Math.min(end, Math.max(start, wordStarts[at]!)) }));
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    const at = start + ((end - start) * before) / letters;
    before += word.length + 1;
    return { text: word, start: roundToHundredths(at) };
  });
}
