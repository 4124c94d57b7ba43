// POST to an address that a stranger chose: never into the own network, never redirected, bounded in time and size.
import { lookup as dnsLookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { isPublicAddress } from '#domain/addresses.ts';
import { callbackProblem, isAllowedHost } from '#domain/callback-address.ts';
import { guardedLookup, type Resolve } from '#domain/guarded-lookup.ts';

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

export interface PostOptions {
  allowedHosts: string[];
  timeoutMs?: number;
  resolve?: Resolve;
}

const connectMs = 10_000;
/** More of an answer is not read. */
const answerBytes = 16 * 1024;

const refusal = (host: string): Error => new Error(`${host} is no address of the public internet.`);

export function createDispatcher({ allowedHosts, resolve = dnsLookup }: PostOptions): Agent {
  const connector = (mayBePrivate: boolean) =>
    buildConnector({ lookup: guardedLookup(resolve, () => mayBePrivate, refusal), timeout: connectMs });
  const [guarded, open] = [connector(false), connector(true)];
  return new Agent({
    connect: (options, callback) => {
      const { protocol, hostname, port } = options;
      if (isAllowedHost(new URL(`${protocol}//${hostname}:${port}`), allowedHosts)) return open(options, callback);
      // A literal address is connected to without a lookup.
      const host = hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !isPublicAddress(host)) return callback(refusal(host), null);
      guarded(options, callback);
    },
  });
}

const causes: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The host refuses the connection.',
  ECONNRESET: 'The host broke off the connection.',
  UND_ERR_SOCKET: 'The host broke off the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not answer.',
};

export function explained(error: NodeJS.ErrnoException, timeoutMs: number): Error {
  if (error.name === 'TimeoutError') return new Error(`No answer within ${timeoutMs / 1000} seconds.`);
  return new Error(causes[error.code ?? ''] ?? error.message);
}

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
      throw explained(error as Error, timeoutMs);
    }
  };
}
