// When each word of a segment is said: as the engine says, or else by how far it stands in the text.
import type { Segment } from '#contract/schemas/transcripts.ts';

/** A segment, with what writers of captions can use besides. */
export type SpokenSegment = Segment & {
  /** When each word begins, by white space; where the engine can tell. */
  wordStarts?: number[];
};

/** What is longer says nothing about times within it, such as a text that was published without any. */
const maxDivisibleSeconds = 60;

export const isDivisible = ({ start, end, wordStarts }: SpokenSegment): boolean =>
  wordStarts !== undefined || end - start <= maxDivisibleSeconds;

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
    return { text: word, start: Math.round(at * 100) / 100 };
  });
}
