// What has been heard of a recording, up to a moment of it.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';

/** Seconds from the beginning of the recording. */
export interface Stretch {
  start: number;
  end: number;
}

export interface Part {
  /** Up to here everything was heard; a quiet moment. */
  until: number;
  segments: SpokenSegment[];
  /** As loud as speech, and without words. */
  unheard: Stretch[];
  /** Repetitions of the model that were left out. */
  loops: Stretch[];
  soundSeconds: number;
  heardSeconds: number;
  /** Found out by the engine: primary subtag. */
  language?: string;
  /** Times are only those of whole pieces. */
  isUntimed?: boolean;
}

export const nothingYet: Part = { until: 0, segments: [], unheard: [], loops: [], soundSeconds: 0, heardSeconds: 0 };

export const joinParts = (one: Part, next: Part): Part => ({
  ...next,
  ...one,
  until: next.until,
  segments: [...one.segments, ...next.segments],
  unheard: [...one.unheard, ...next.unheard],
  loops: [...one.loops, ...next.loops],
  soundSeconds: one.soundSeconds + next.soundSeconds,
  heardSeconds: one.heardSeconds + next.heardSeconds,
});
