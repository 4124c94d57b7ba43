// Fetches JSON from an address that a stranger chose, without redirects, bounded in time and size.
import { createRequestLimits } from './limits.ts';
import type { Outgoing } from './outgoing.ts';

export interface JsonResponse {
  status: number;
  etag: string | undefined;
  /** Body of a 200 response; undefined if it is not JSON. */
  json: unknown;
}

/** Fetches JSON. Rejects with a message if no complete response arrived. */
export type GetJson = (url: string, headers?: Record<string, string>, stop?: AbortSignal) => Promise<JsonResponse>;

export interface GetOptions {
  bytes: number;
  timeoutMs?: number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates a function that fetches JSON. It allows http: no secret is sent, and rooms at home have no certificate. */
export function createJsonGetter({ send }: Outgoing, { bytes, timeoutMs = 10_000 }: GetOptions): GetJson {
  const limits = createRequestLimits(timeoutMs, bytes);
  return async (url, headers = {}, stop) => {
    const answer = await send(url, { limits, stop, headers: { accept: 'application/json', ...headers } });
    const { status, headers: received, body } = answer;
    return { status, etag: received.etag, json: status === 200 ? parseJson(body.toString()) : undefined };
  };
}
