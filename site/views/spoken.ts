// Prepares a transcript as lines, each with its start time.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { groupParagraphs } from '#domain/transcripts/paragraphs.ts';

/** Length of a line in seconds, short enough to find it quickly during playback. */
const lineSeconds = 15;

export type SpokenLine = ReturnType<typeof spokenLines>[number];

export const spokenLines = (segments: Segment[], recording: string | undefined) =>
  groupParagraphs(segments, lineSeconds).map(({ start, speaker, text }, index, lines) => {
    const seconds = Math.floor(start);
    return {
      seconds,
      time: shortClock(seconds),
      href: recording && `${recording.replace(/#.*$/, '')}#t=${seconds}`,
      speaker: speaker === lines[index - 1]?.speaker ? undefined : speaker,
      text,
    };
  });
