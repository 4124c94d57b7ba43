// A transcript that covers a recording up to some time.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';

/** Start and end in seconds from the beginning of the recording. */
export interface TimeRange {
  start: number;
  end: number;
}

export interface PartialTranscript {
  /** Seconds of the recording that are transcribed, up to a quiet moment. */
  until: number;
  segments: SpokenSegment[];
  /** Ranges that are as loud as speech but gave no words. */
  unheard: TimeRange[];
  /** Ranges in which the model repeated itself; their text is left out. */
  loops: TimeRange[];
  soundSeconds: number;
  heardSeconds: number;
  /** Primary subtag of the language that the engine detected. */
  language?: string;
  /** True if segments have only the times of their chunk. */
  isUntimed?: boolean;
}

export const emptyTranscript: PartialTranscript = {
  until: 0,
  segments: [],
  unheard: [],
  loops: [],
  soundSeconds: 0,
  heardSeconds: 0,
};

export const appendTranscript = (one: PartialTranscript, next: PartialTranscript): PartialTranscript => ({
  ...next,
  ...one,
  until: next.until,
  segments: [...one.segments, ...next.segments],
  unheard: [...one.unheard, ...next.unheard],
  loops: [...one.loops, ...next.loops],
  soundSeconds: one.soundSeconds + next.soundSeconds,
  heardSeconds: one.heardSeconds + next.heardSeconds,
});
