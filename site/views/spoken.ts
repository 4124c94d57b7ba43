// Prepares a transcript as lines, each with its start time.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { groupParagraphs } from '#domain/transcripts/paragraphs.ts';

export interface SpokenLine {
  seconds: number;
  time: string;
  /** Link into the recording. */
  href: string | undefined;
  /** Speaker, if another one starts to speak. */
  speaker: string | undefined;
  text: string;
}

/** Length of a line in seconds, short enough to find it quickly during playback. */
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
