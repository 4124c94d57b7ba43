// Prepares a transcript as lines, each with its start time.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { groupParagraphs } from '#domain/transcripts/paragraphs.ts';
import { areUntimed } from '#domain/transcripts/word-times.ts';

/** Length of a line in seconds, short enough to find it quickly during playback. */
const lineSeconds = 15;

export type SpokenLine = ReturnType<typeof spokenLines>[number];

/** Returns the lines of a transcript. One without times has neither times nor links. */
export function spokenLines(segments: Segment[], recording: string | undefined) {
  const isTimed = !areUntimed(segments);
  return groupParagraphs(segments, lineSeconds).map(({ start, speaker, text }, index, lines) => {
    const seconds = Math.floor(start);
    return {
      seconds: isTimed ? seconds : undefined,
      time: isTimed ? shortClock(seconds) : '',
      href: isTimed && recording !== undefined ? `${recording.replace(/#.*$/, '')}#t=${seconds}` : undefined,
      speaker: speaker === lines[index - 1]?.speaker ? undefined : speaker,
      text,
    };
  });
}
