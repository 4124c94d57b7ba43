// Builds the transcript that an engine returns, with warnings for the reader.
import { clockTime } from '#domain/transcripts/clock.ts';
import type { EngineTranscript } from './engines.ts';
import type { PartialTranscript, TimeRange } from './partial-transcript.ts';

/** Times that a warning lists. */
const mostTimes = 30;

function listTimes(ranges: TimeRange[]): string {
  const listed = ranges.slice(0, mostTimes).map(({ start, end }) => `${clockTime(start)}–${clockTime(Math.ceil(end))}`);
  const others = ranges.length - listed.length;
  return listed.join(', ') + (others > 0 ? ` and ${others} more` : '');
}

const totalSeconds = (ranges: TimeRange[]): number =>
  Math.round(ranges.reduce((sum, { start, end }) => sum + end - start, 0));

export function describeGaps(unheard: TimeRange[], loops: TimeRange[]): string[] {
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
