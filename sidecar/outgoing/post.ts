// POST to an address that a stranger chose: never redirected, bounded in time and size; the status is all that counts.
import { findCallbackAddressProblem } from './address-rule.ts';
import type { ResponseHead } from './exchange.ts';
import { type RequestLimits, slowestPace } from './limits.ts';
import type { RequestOptions, Outgoing } from './outgoing.ts';

export interface PostResponse {
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
) => Promise<PostResponse>;

export interface PostOptions extends Pick<RequestOptions, 'rule'> {
  timeoutMs?: number;
  /** The owner's own setting names the host. */
  isOwners?: boolean;
}

export function createPoster({ send }: Outgoing, options: PostOptions = {}): Post {
  const { timeoutMs = 15_000, isOwners = false, rule = findCallbackAddressProblem } = options;
  const limits: RequestLimits = {
    connectMs: 10_000,
    firstByteMs: timeoutMs,
    wholeMs: timeoutMs,
    bytes: 16 * 1024,
    redirects: 0,
    pace: slowestPace,
  };
  return async (url, headers, body, stop) => {
    let head: ResponseHead | undefined;
    const onHead = (found: ResponseHead) => void (head = found);
    try {
      await send(url, { method: 'POST', headers, body, stop, limits, isOwners, rule, onHead });
    } catch (error) {
      // An answer whose body is too long, too slow or breaks off is one.
      if (!head || stop.aborted) throw error;
    }
    return { status: head!.status, retryAfter: head!.headers['retry-after'] };
  };
}
