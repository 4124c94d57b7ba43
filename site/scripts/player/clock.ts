// Formats seconds as a clock, and reads the position in an address: `#t=760`, `#t=12:40`.
import { readClock, shortClock } from '#domain/transcripts/clock.ts';

/** Formats seconds as `12:40` or `1:02:03`. */
export const clock = (seconds: number): string => shortClock(seconds);

/** Returns the start time in a hash (Media Fragments URI 1.0 §4.2.1), or undefined. */
export function positionInHash(hash: string): number | undefined {
  const time = /(?:^#|&)t=(?:npt:)?([\d:.]+)/.exec(hash)?.[1];
  return time === undefined ? undefined : readClock(time);
}
