// Segments as paragraphs: a pause, another speaker or enough of it begins a new one.
import type { Segment } from '#contract/schemas/transcripts.ts';

const pauseSeconds = 2;
const longSeconds = 60;

export const endsSentence = (text: string): boolean => /[.!?…]["”’)]?$/.test(text);

function beginsNew(first: Segment, last: Segment, next: Segment, long: number): boolean {
  if (next.speaker !== first.speaker || next.start - last.end >= pauseSeconds) return true;
  const seconds = last.end - first.start;
  return (seconds >= long && endsSentence(last.text)) || seconds >= 2 * long;
}

/** `long` is how many seconds are enough of it. */
export function paragraphs(segments: Segment[], long = longSeconds): Segment[] {
  const made: Segment[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const open = made.at(-1);
    if (!open || !last || beginsNew(open, last, segment, long)) made.push({ ...segment });
    else Object.assign(open, { end: segment.end, text: `${open.text} ${segment.text}` });
    last = segment;
  }
  return made;
}
