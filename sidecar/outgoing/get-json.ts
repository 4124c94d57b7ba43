// GET of JSON at an address that a stranger chose: never redirected, bounded in time and size.
import { type RequestLimits, slowestPace } from './limits.ts';
import type { Outgoing } from './outgoing.ts';

export interface JsonResponse {
  status: number;
  etag: string | undefined;
  /** Only of a 200; undefined where it is no JSON. */
  json: unknown;
}

/** Rejects when no whole answer came; the message says why. */
export type GetJson = (url: string, headers?: Record<string, string>, stop?: AbortSignal) => Promise<JsonResponse>;

export interface GetOptions {
  bytes: number;
  timeoutMs?: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An address by http is fetched, too: nothing secret is sent, and rooms at home have no certificate. */
export function createJsonGetter({ send }: Outgoing, { bytes, timeoutMs = 10_000 }: GetOptions): GetJson {
  const limits: RequestLimits = {
    connectMs: timeoutMs,
    firstByteMs: timeoutMs,
    wholeMs: timeoutMs,
    bytes,
    redirects: 0,
    pace: slowestPace,
  };
  return async (url, headers = {}, stop) => {
    const answer = await send(url, { limits, stop, headers: { accept: 'application/json', ...headers } });
    const { status, headers: received, body } = answer;
    return { status, etag: received.etag, json: status === 200 ? parsed(body.toString()) : undefined };
  };
}
