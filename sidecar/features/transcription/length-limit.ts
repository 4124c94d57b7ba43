// How long a recording may be: for the room as a whole, and for what was paid.
import { unfit } from './problem.ts';

/** Feeds and containers round, and a jingle may come on top: what is paid for is not refused over a few seconds. */
const graceSeconds = 30;

/** Undefined where only the room's own limit counts. */
export const limitSeconds = (maxMinutes: number | null | undefined): number | undefined =>
  maxMinutes ? maxMinutes * 60 + graceSeconds : undefined;

/** Throws where the recording is longer; `whole` is its length where more of it is there than was read. */
export function refuseLonger(seconds: number, maxSeconds: number | undefined, whole = seconds): void {
  if (maxSeconds === undefined || seconds <= maxSeconds) return;
  const minutes = Math.floor(maxSeconds / 60);
  throw unfit(`The recording is longer than ${minutes} minutes.`, {
    field: 'sourceUrl',
    maximumMinutes: minutes,
    // Of what was read one second more shows only that there is more.
    ...(whole > maxSeconds + 1 && { durationMinutes: Math.ceil(whole / 60) }),
  });
}
