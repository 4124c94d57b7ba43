// GET of JSON at an address that a stranger chose: never in the own network, never redirected, bounded in time and size.
import { request } from 'undici';
import { readProblem } from '#domain/callback-address.ts';
import { readText } from './read-text.ts';
import { createDispatcher, explainFailure } from './safe-dispatcher.ts';
import type { PostOptions } from './safe-post.ts';

export interface Got {
  status: number;
  etag: string | undefined;
  /** Only of a 200; undefined where it is no JSON. */
  json: unknown;
}

/** Rejects when no whole answer came; the message says why. */
export type Get = (url: string, headers?: Record<string, string>, stop?: AbortSignal) => Promise<Got>;

export interface GetOptions extends PostOptions {
  maxBytes: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An address by http is fetched, too: nothing secret is sent, and rooms at home have no certificate. */
export function safeGet(options: GetOptions): Get {
  const { timeoutMs = 10_000, maxBytes } = options;
  const tooLong = `The answer is larger than ${Math.round(maxBytes / 1024)} KiB.`;
  const dispatcher = createDispatcher(options);
  return async (url, headers = {}, stop) => {
    const problem = readProblem(url, options.allowedHosts);
    if (problem) throw new Error(`The address ${problem}.`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
    try {
      // A packed answer could be far larger than it looks.
      const sent = { accept: 'application/json', ...headers, 'accept-encoding': 'identity' };
      const { statusCode: status, headers: received, body } = await request(url, { dispatcher, headers: sent, signal });
      const etag = [received.etag].flat()[0];
      if (status === 200) return { status, etag, json: parsed(await readText(body, maxBytes, tooLong)) };
      await body.dump({ limit: 16 * 1024, signal }).catch(() => undefined);
      return { status, etag, json: undefined };
    } catch (error) {
      throw explainFailure(error as Error, timeoutMs);
    }
  };
}
