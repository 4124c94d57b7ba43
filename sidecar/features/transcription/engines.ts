// The interface of speech recognition engines.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import type { PartialTranscript, TimeRange } from './partial-transcript.ts';

export interface EngineTask {
  /** Path of the samples: 16 kHz, mono, 16 bits, little endian. */
  pcm: string;
  durationSeconds: number;
  /** Primary subtag; undefined if unknown. */
  language: string | undefined;
  /** Names that are likely to occur. */
  names: string[];
  /** Partial transcript of an interrupted run of the same engine. */
  before: PartialTranscript | undefined;
  stop: AbortSignal;
  /** Called with the transcript so far and its share of the recording. */
  onPartial: (part: PartialTranscript, share: number) => void;
}

export interface EngineTranscript {
  segments: SpokenSegment[];
  /** Primary subtag that the engine detected, if none was given. */
  language: string | undefined;
  warnings: string[];
  /** Ranges that are as loud as speech but gave no words. */
  unheard: TimeRange[];
  coverage: { soundSeconds: number; heardSeconds: number };
}

/** Rejects with an ApiError. */
export type Transcribe = (deps: EngineTask) => Promise<EngineTranscript>;

export interface Engine {
  /** Kind and model; a component of cache keys. */
  id: string;
  source: 'embedded' | 'provider';
  speaks: (language: string) => boolean;
  /** Language that is assumed if none is given and the engine cannot detect it. */
  defaultLanguage: string | undefined;
  transcribe: Transcribe;
  stop: () => void;
}
