// What has been heard of a recording, up to a moment of it.
import type { Segment } from '#contract/schemas/transcripts.ts';

/** Seconds from the beginning of the recording. */
export interface Stretch {
  start: number;
  end: number;
}

export interface Part {
  /** Up to here everything was heard; a quiet moment. */
  until: number;
  segments: Segment[];
  /** As loud as speech, and without words. */
  unheard: Stretch[];
  /** Repetitions of the model that were left out. */
  loops: Stretch[];
  soundSeconds: number;
  heardSeconds: number;
}

export const nothingYet: Part = { until: 0, segments: [], unheard: [], loops: [], soundSeconds: 0, heardSeconds: 0 };

export const joinParts = (one: Part, next: Part): Part => ({
  until: next.until,
  segments: [...one.segments, ...next.segments],
  unheard: [...one.unheard, ...next.unheard],
  loops: [...one.loops, ...next.loops],
  soundSeconds: one.soundSeconds + next.soundSeconds,
  heardSeconds: one.heardSeconds + next.heardSeconds,
});
