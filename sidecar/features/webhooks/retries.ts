// What follows an attempt: delivered, again later, given up, or the end of the subscription. Pure.
import { retryAfterMs } from '../../outgoing/retry-after.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** Pauses between one attempt and the next. @spec-gap webhook-retries */
const pausesMs = [5 * second, 5 * minute, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
/** Each pause is longer or shorter by up to this part. */
const jitter = 0.1;
const longestWaitMs = 24 * hour;

export interface Attempt {
  /** Undefined where no answer came. */
  status?: number | undefined;
  retryAfter?: string | undefined;
  /** Why no answer came. */
  error?: string | undefined;
}

export type Verdict =
  | { state: 'delivered' }
  /** The subscriber wants no more. */
  | { state: 'gone' }
  | { state: 'exhausted' }
  | { state: 'pending'; nextAttemptAt: number };

export const isDelivered = ({ status = 0 }: Attempt): boolean => status >= 200 && status < 300;

/** `attempts` counts this one; `random` is from 0 to 1. A Retry-After lengthens the pause, to a day at most. */
export function judge(attempt: Attempt, attempts: number, now: number, random: number): Verdict {
  if (isDelivered(attempt)) return { state: 'delivered' };
  if (attempt.status === 410) return { state: 'gone' };
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return { state: 'exhausted' };
  const jittered = Math.round(pauseMs * (1 - jitter + 2 * jitter * random));
  const wantedMs = Math.min(retryAfterMs(attempt.retryAfter, now), longestWaitMs);
  return { state: 'pending', nextAttemptAt: now + Math.max(jittered, wantedMs) };
}

export function whyFailed({ status, error }: Attempt): string | null {
  if (error !== undefined) return error;
  if (status === undefined) return null;
  if (status === 410) return 'The subscriber is gone (410).';
  return status >= 300 && status < 400
    ? `Answered with a redirect (${status}), which is not followed.`
    : `Answered with status ${status}.`;
}
