// Seconds as a clock, and the place that an address names: `#t=760`, `#t=12:40`.
import { readClock, shortClock } from '#domain/transcripts/clock.ts';

/** `12:40`, `1:02:03`. */
export const clock = (seconds: number): string => shortClock(seconds);

/** Media Fragments URI 1.0 §4.2.1, the beginning alone; undefined where the address names no place. */
export function positionInHash(hash: string): number | undefined {
  const time = /(?:^#|&)t=(?:npt:)?([\d:.]+)/.exec(hash)?.[1];
  return time === undefined ? undefined : readClock(time);
}
