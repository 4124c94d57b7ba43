// What an engine heard, with the warnings that a reader needs.
import { clockTime } from '#domain/transcripts/clock.ts';
import type { Heard } from './engines.ts';
import type { Part, Stretch } from './part.ts';

/** At most this many times are listed. */
const mostTimes = 30;

function times(stretches: Stretch[]): string {
  const named = stretches
    .slice(0, mostTimes)
    .map(({ start, end }) => `${clockTime(start)}–${clockTime(Math.ceil(end))}`);
  const others = stretches.length - named.length;
  return named.join(', ') + (others > 0 ? ` and ${others} more` : '');
}

const lengthOf = (stretches: Stretch[]): number =>
  Math.round(stretches.reduce((sum, { start, end }) => sum + end - start, 0));

export function gapWarnings(unheard: Stretch[], loops: Stretch[]): string[] {
  const warnings: string[] = [];
  if (unheard.length > 0)
    warnings.push(
      `No words were understood in ${lengthOf(unheard)} seconds of sound: ${times(unheard)}. It is music, noise, or speech that is missing here.`,
    );
  if (loops.length > 0)
    warnings.push(`Repetitions that the engine made up were left out: ${times(loops)}. What is said there is missing.`);
  return warnings;
}

export function heardOf(part: Part, warnings: string[] = []): Heard {
  const { segments, unheard, loops, soundSeconds, heardSeconds, language } = part;
  const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;
  return {
    segments,
    language,
    warnings: [...warnings, ...gapWarnings(unheard, loops)],
    unheard: [...unheard, ...loops].sort((one, other) => one.start - other.start),
    coverage: { soundSeconds: hundredths(soundSeconds), heardSeconds: hundredths(heardSeconds) },
  };
}
