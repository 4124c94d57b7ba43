// A transcript as lines for its page, each with the second at which it begins.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { groupParagraphs } from '#domain/transcripts/paragraphs.ts';

export interface SpokenLine {
  seconds: number;
  time: string;
  /** Into the recording. */
  href: string | undefined;
  /** Where another one begins to speak. */
  speaker: string | undefined;
  text: string;
}

/** Short enough to be found in a glance while it plays. */
const lineSeconds = 15;

export const spokenLines = (segments: Segment[], recording: string | undefined): SpokenLine[] =>
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
