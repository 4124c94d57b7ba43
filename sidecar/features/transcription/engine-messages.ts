// The messages between the sidecar and the engine process.
import type { EngineModels } from './engine-files.ts';
import type { Part } from './part.ts';
import type { Turn } from './turns.ts';

/** Hear the file of samples: 16 kHz, mono, 16 bits, little endian. */
export interface HearRequest {
  pcm: string;
  models: EngineModels;
  /** Primary subtags. */
  languages: string[] | undefined;
  language: string | undefined;
  /** Names that may be said. */
  names: string[];
  /** What was heard of it before, by a process that did not come to the end. */
  before?: Part | undefined;
}

export type EngineMessage =
  | { type: 'ready' }
  | { type: 'part'; part: Part; share: number }
  | { type: 'foreign' }
  | { type: 'done'; turns?: Turn[] }
  | { type: 'failed'; message: string };

export const sampleRate = 16_000;
export const bytesPerSecond = sampleRate * 2;
