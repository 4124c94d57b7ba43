// What an engine is: it transcribes a file of samples, in the languages that it knows.
import type { Segment } from '#contract/schemas/transcripts.ts';

export interface HearParts {
  /** File of samples: 16 kHz, mono, 16 bits, little endian. */
  pcm: string;
  durationSeconds: number;
  /** Primary subtag; undefined where nobody knows. */
  language: string | undefined;
  stop: AbortSignal;
  onProgress: (share: number) => void;
}

export interface Heard {
  segments: Segment[];
  /** Primary subtag that the engine found out, where none was given. */
  language: string | undefined;
  warnings: string[];
}

/** Rejects with an ApiError. */
export type Hear = (parts: HearParts) => Promise<Heard>;

export interface Engine {
  /** Kind and model: part of the key of what is cached. */
  id: string;
  source: 'embedded' | 'provider';
  speaks: (language: string) => boolean;
  /** Taken where nobody knows the language, and the engine cannot tell. */
  defaultLanguage: string | undefined;
  hear: Hear;
  stop: () => void;
}
