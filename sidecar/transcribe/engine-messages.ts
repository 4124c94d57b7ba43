// The messages between the sidecar and the engine process.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { EngineFiles } from './engine-files.ts';

/** Hear the file of samples: 16 kHz, mono, 16 bits, little endian. */
export interface HearRequest {
  pcm: string;
  files: EngineFiles;
}

export type EngineMessage =
  | { type: 'ready' }
  | { type: 'segment'; segment: Segment }
  | { type: 'progress'; share: number }
  | { type: 'done' }
  | { type: 'failed'; message: string };

export const sampleRate = 16_000;
export const bytesPerSecond = sampleRate * 2;
