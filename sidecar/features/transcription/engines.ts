// The interface of speech recognition engines.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import { clockTime } from '#domain/transcripts/clock.ts';

/** Times that a warning lists. */
const maxTimes = 30;

function listTimes(ranges: TimeRange[]): string {
  const times = ranges.slice(0, maxTimes).map(({ start, end }) => `${clockTime(start)}–${clockTime(Math.ceil(end))}`);
  const others = ranges.length - times.length;
  return times.join(', ') + (others > 0 ? ` and ${others} more` : '');
}

const totalSeconds = (ranges: TimeRange[]): number =>
  Math.round(ranges.reduce((sum, { start, end }) => sum + end - start, 0));

function describeGaps(unheard: TimeRange[], loops: TimeRange[]): string[] {
  const warnings: string[] = [];
  if (unheard.length > 0)
    warnings.push(
      `No speech was recognised in ${totalSeconds(unheard)} seconds of sound: ${listTimes(unheard)}. ` +
        'This may be music, noise or missing speech.',
    );
  if (loops.length > 0)
    warnings.push(
      `Repetitions that the engine invented were removed: ${listTimes(loops)}. The speech there is missing.`,
    );
  return warnings;
}

export function toEngineTranscript(part: PartialTranscript, warnings: string[] = []): EngineTranscript {
  const { segments, unheard, loops, soundSeconds, heardSeconds, language } = part;
  const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;
  return {
    segments,
    language,
    warnings: [...warnings, ...describeGaps(unheard, loops)],
    unheard: [...unheard, ...loops].sort((one, other) => one.start - other.start),
    coverage: { soundSeconds: hundredths(soundSeconds), heardSeconds: hundredths(heardSeconds) },
  };
}

/** Start and end in seconds from the beginning of the recording. */
export interface TimeRange {
  start: number;
  end: number;
}

export interface PartialTranscript {
  /** Seconds of the recording that are transcribed, up to a pause. */
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
export type Transcribe = (task: EngineTask) => Promise<EngineTranscript>;

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
