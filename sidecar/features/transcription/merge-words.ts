// Transcripts that come word by word, as sentences.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { joinTexts, spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { endsSentence } from '#domain/transcripts/paragraphs.ts';

const longestSeconds = 20;
const pauseSeconds = 1.5;

const wordsIn = (text: string): number => spokenWords(text).length;

/** Whether most segments are single words, as in transcripts that were written word by word. */
const isWordWise = (segments: Segment[]): boolean =>
  segments.length > 3 && segments.filter(({ text }) => wordsIn(text) <= 2).length > segments.length * 0.8;

const goesOn = (open: Segment, next: Segment): boolean =>
  open.speaker === next.speaker &&
  !endsSentence(open.text) &&
  next.start - open.end < pauseSeconds &&
  next.end - open.start <= longestSeconds;

export function mergeWords(segments: Segment[]): Segment[] {
  if (!isWordWise(segments)) return segments;
  const merged: Segment[] = [];
  for (const segment of segments) {
    const open = merged.at(-1);
    if (open && goesOn(open, segment))
      Object.assign(open, { end: segment.end, text: joinTexts(open.text, segment.text) });
    else merged.push({ ...segment });
  }
  return merged;
}
