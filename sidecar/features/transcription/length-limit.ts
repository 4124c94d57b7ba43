// Checks the length of recordings against the limits of the room and of a payment.
import { unsuitableError } from './errors.ts';

/** Tolerance for lengths that feeds and containers round, and for a jingle. */
const graceSeconds = 30;

/** Converts minutes to seconds with tolerance; undefined if only the limit of the room applies. */
export const toLimitSeconds = (maxMinutes: number | null | undefined): number | undefined =>
  maxMinutes ? maxMinutes * 60 + graceSeconds : undefined;

/** Throws if the recording is longer than `maxSeconds`. `whole` is its full length if only a part was read. */
export function assertLength(seconds: number, maxSeconds: number | undefined, whole = seconds): void {
  if (maxSeconds === undefined || seconds <= maxSeconds) return;
  const minutes = Math.floor(maxSeconds / 60);
  throw unsuitableError(`The recording is longer than ${minutes} minutes.`, {
    field: 'sourceUrl',
    maximumMinutes: minutes,
    // If one extra second was read, the full length is unknown.
    ...(whole > maxSeconds + 1 && { durationMinutes: Math.ceil(whole / 60) }),
  });
}
