// The messages between the sidecar and the engine process.
import type { EngineFiles } from './engine-files.ts';
import type { Part } from './part.ts';

/** Hear the file of samples: 16 kHz, mono, 16 bits, little endian. */
export interface HearRequest {
  pcm: string;
  files: EngineFiles;
  /** What was heard of it before, by a process that did not come to the end. */
  before?: Part | undefined;
}

export type EngineMessage =
  | { type: 'ready' }
  | { type: 'part'; part: Part; share: number }
  | { type: 'foreign' }
  | { type: 'done' }
  | { type: 'failed'; message: string };

export const sampleRate = 16_000;
export const bytesPerSecond = sampleRate * 2;
