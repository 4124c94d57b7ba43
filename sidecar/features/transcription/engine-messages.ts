// Messages between the sidecar and the engine process.
import type { EngineModels } from './engine-files.ts';
import type { PartialTranscript } from './engines.ts';
import type { SpeakerTurn } from './speaker-turns.ts';

/** A request to transcribe a file of samples: 16 kHz, mono, 16 bits, little endian. */
export interface EngineRequest {
  pcm: string;
  models: EngineModels;
  /** Primary subtags of the languages that the models know. */
  languages: string[] | undefined;
  language: string | undefined;
  /** Names that are likely to occur. */
  names: string[];
  /** Partial transcript of an interrupted process. */
  before?: PartialTranscript | undefined;
}

export type EngineMessage =
  | { type: 'ready' }
  | { type: 'part'; part: PartialTranscript; share: number }
  | { type: 'foreign' }
  | { type: 'done'; turns?: SpeakerTurn[] }
  | { type: 'failed'; message: string };

export const sampleRate = 16_000;
export const bytesPerSecond = sampleRate * 2;
