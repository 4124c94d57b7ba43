// Groups segments into paragraphs: at a new speaker, or at the end of a sentence after a pause or enough time.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { joinTexts } from './unspaced-text.ts';
import { isDivisible, type SpokenSegment, timedWords } from './word-times.ts';

const pauseSeconds = 2;
/** Length of a pause that ends a paragraph even within a sentence. */
const longPauseSeconds = 5;
const longSeconds = 60;

export const endsSentence = (text: string): boolean => /[.!?…。！？]["”’)」』）]?$/.test(text);

function startsParagraph(first: Segment, last: Segment, next: Segment, long: number): boolean {
  const pause = next.start - last.end;
  if (next.speaker !== first.speaker || pause >= longPauseSeconds) return true;
  if (pause >= pauseSeconds && endsSentence(last.text)) return true;
  const seconds = last.end - first.start;
  return (seconds >= long && endsSentence(last.text)) || seconds >= 2 * long;
}

/** Splits a segment into sentences with their times. */
function splitSentences(segment: SpokenSegment): Segment[] {
  const { wordStarts: _, ...plain } = segment;
  if (!isDivisible(segment) || !/[.!?…]["”’)]?\s/.test(segment.text)) return [plain];
  const sentences: Segment[] = [];
  for (const { text, start } of timedWords(segment)) {
    const open = sentences.at(-1);
    if (open && !endsSentence(open.text)) open.text += ` ${text}`;
    else {
      if (open) open.end = start;
      sentences.push({ ...plain, start, text });
    }
  }
  return sentences;
}

/** Groups segments into paragraphs of about `long` seconds. */
export function groupParagraphs(segments: SpokenSegment[], long = longSeconds): Segment[] {
  const result: Segment[] = [];
  let last: Segment | undefined;
  for (const segment of segments.flatMap(splitSentences)) {
    const open = result.at(-1);
    if (!open || !last || startsParagraph(open, last, segment, long)) result.push({ ...segment });
    else Object.assign(open, { end: segment.end, text: joinTexts(open.text, segment.text) });
    last = segment;
  }
  return result;
}
