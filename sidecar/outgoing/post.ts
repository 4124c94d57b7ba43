// Sends a POST to an address that a stranger chose, without redirects, bounded in time and size. Only the status
// matters.
import { findCallbackAddressProblem } from './address-rule.ts';
import type { ResponseHead } from './exchange.ts';
import { createRequestLimits } from './limits.ts';
import type { RequestOptions, Outgoing } from './outgoing.ts';

export interface PostResponse {
  status: number;
  /** Value of the Retry-After header. */
  retryAfter: string | undefined;
}
/** Sends a POST. Rejects with a message if no response arrived. */
export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  stop: AbortSignal,
) => Promise<PostResponse>;

export interface PostOptions extends Pick<RequestOptions, 'rule'> {
  timeoutMs?: number;
  /** True if the owner's settings name the host. */
  isOwners?: boolean;
}

export function createPoster({ send }: Outgoing, options: PostOptions = {}): Post {
  const { timeoutMs = 15_000, isOwners = false, rule = findCallbackAddressProblem } = options;
  const limits = createRequestLimits(timeoutMs, 16 * 1024);
  return async (url, headers, body, stop) => {
    let head: ResponseHead | undefined;
    const onHead = (received: ResponseHead) => void (head = received);
    try {
      await send(url, { method: 'POST', headers, body, stop, limits, isOwners, rule, onHead });
    } catch (error) {
      // A response counts even if its body is too long, too slow or incomplete.
      if (!head || stop.aborted) throw error;
    }
    return { status: head!.status, retryAfter: head!.headers['retry-after'] };
  };
}
