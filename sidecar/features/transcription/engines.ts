// What an engine is: it transcribes a file of samples, in the languages that it knows.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import type { Part, Stretch } from './part.ts';

export interface HearDeps {
  /** File of samples: 16 kHz, mono, 16 bits, little endian. */
  pcm: string;
  durationSeconds: number;
  /** Primary subtag; undefined where nobody knows. */
  language: string | undefined;
  /** Names that may be said. */
  names: string[];
  /** What was heard before, up to a moment that the engine itself chose. */
  before: Part | undefined;
  stop: AbortSignal;
  /** All that has been heard, and the share of the recording that it is. */
  onPart: (part: Part, share: number) => void;
}

export interface Heard {
  segments: SpokenSegment[];
  /** Primary subtag that the engine found out, where none was given. */
  language: string | undefined;
  warnings: string[];
  /** As loud as speech, and without words. */
  unheard: Stretch[];
  coverage: { soundSeconds: number; heardSeconds: number };
}

/** Rejects with an ApiError. */
export type Hear = (deps: HearDeps) => Promise<Heard>;

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
