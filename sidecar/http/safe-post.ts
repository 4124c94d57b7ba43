// POST to an address that a stranger chose: never into the own network, never redirected, bounded in time and size.
import { request } from 'undici';
import { callbackProblem } from '#domain/callback-address.ts';
import { createDispatcher, type DispatcherOptions, explainFailure } from './safe-dispatcher.ts';

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

export interface PostOptions extends DispatcherOptions {
  timeoutMs?: number;
}

/** More of an answer is not read. */
const answerBytes = 16 * 1024;

export function safePost(options: PostOptions): Post {
  const { allowedHosts, timeoutMs = 15_000 } = options;
  const dispatcher = createDispatcher(options);
  return async (url, headers, body, stop) => {
    const problem = callbackProblem(url, allowedHosts);
    if (problem) throw new Error(`The address ${problem}.`);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    try {
      const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal });
      // The status is all that counts: an answer that does not end is no failure.
      await answer.body.dump({ limit: answerBytes, signal }).catch(() => undefined);
      const retryAfter = answer.headers['retry-after'];
      return { status: answer.statusCode, retryAfter: [retryAfter].flat()[0] };
    } catch (error) {
      throw explainFailure(error as Error, timeoutMs);
    }
  };
}
