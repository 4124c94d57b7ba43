// POST to an address that a stranger chose: never redirected, bounded in time and size; the status is all that counts.
import { callbackProblem } from './address-rule.ts';
import type { Head } from './exchange.ts';
import { type Limits, slowestPace } from './limits.ts';
import type { Call, Outgoing } from './outgoing.ts';

export interface PostAnswer {
  status: number;
  /** As it was sent. */
  retryAfter: string | undefined;
}
/** Rejects when no answer came; the message says why. */
export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  stop: AbortSignal,
) => Promise<PostAnswer>;

export interface PostOptions extends Pick<Call, 'rule'> {
  timeoutMs?: number;
  /** The owner's own setting names the host. */
  isOwners?: boolean;
}

export function poster({ send }: Outgoing, options: PostOptions = {}): Post {
  const { timeoutMs = 15_000, isOwners = false, rule = callbackProblem } = options;
  const limits: Limits = {
    connectMs: 10_000,
    firstByteMs: timeoutMs,
    wholeMs: timeoutMs,
    bytes: 16 * 1024,
    redirects: 0,
    pace: slowestPace,
  };
  return async (url, headers, body, stop) => {
    let head: Head | undefined;
    const onHead = (found: Head) => void (head = found);
    try {
      await send(url, { method: 'POST', headers, body, stop, limits, isOwners, rule, onHead });
    } catch (error) {
      // An answer whose body is too long, too slow or breaks off is one.
      if (!head || stop.aborted) throw error;
    }
    return { status: head!.status, retryAfter: head!.headers['retry-after'] };
  };
}
