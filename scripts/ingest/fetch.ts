// Fetches a feed over http(s): conditionally, politely, and again after a passing failure.
import PQueue from 'p-queue';
import type { Resolve } from '#domain/guarded-lookup.ts';
import { FeedProblem } from './feed-document.ts';
import {
  createDispatcher,
  fetchLimits,
  type FetchLimits,
  type SafeAgent,
  type SafeAnswer,
  safeGet,
} from './safe-fetch.ts';

export type Fetched =
  | { status: 'unchanged' }
  | {
      status: 'fetched';
      bytes: Uint8Array;
      contentType?: string | undefined;
      /** After redirects. */
      address?: string | undefined;
      etag?: string | undefined;
      lastModified?: string | undefined;
    };

export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}
export type FetchFeed = (url: string, validators?: Validators) => Promise<Fetched>;

export interface FetcherOptions {
  allowPrivateHosts: string[];
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
  /** What is asked for, in the words of RFC 9110 §12.5.1: a feed, unless it is told. */
  accept?: string;
  attempts?: number;
  sleep?: (ms: number) => Promise<void>;
  /** 0 to 1. */
  random?: () => number;
}

const ATTEMPTS = 3;
const FIRST_DELAY_MS = 1000;
/** A source that wants more patience is asked at the next ingest. */
const MAX_DELAY_MS = 30_000;

const feedTypes =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1';

export function createFetcher(options: FetcherOptions): FetchFeed {
  const agent = createAgent(options);
  return (url, validators = {}) => fetchFeed(agent, url, validators, options);
}

function createAgent({ allowPrivateHosts, limits: some, resolve }: FetcherOptions): SafeAgent {
  const limits = { ...fetchLimits, ...some };
  const allowed = new Set(allowPrivateHosts.map((host) => host.toLowerCase()));
  const mayBePrivate = (hostname: string) => allowed.has(hostname.toLowerCase());
  const hosts = new Map<string, PQueue>();
  return {
    dispatcher: createDispatcher({ limits, mayBePrivate, resolve }),
    limits,
    mayBePrivate,
    atHost: (host, task) => {
      const queue = hosts.get(host) ?? new PQueue({ concurrency: 1 });
      hosts.set(host, queue);
      return queue.add(task);
    },
  };
}

async function fetchFeed(
  agent: SafeAgent,
  url: string,
  validators: Validators,
  options: FetcherOptions,
): Promise<Fetched> {
  const { sleep = wait, random = Math.random, accept = feedTypes, attempts = ATTEMPTS } = options;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(agent, url, validators, accept);
    const isLast = attempt === attempts;
    if (answer instanceof Error) {
      if (isLast || answer instanceof FeedProblem) throw explained(answer);
    } else if (answer.status !== 429 && answer.status < 500) {
      return judged(answer, validators);
    }
    const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random());
    const delayMs = Math.max(backoffMs, answer instanceof Error ? 0 : retryAfterMs(answer));
    if (isLast || delayMs > MAX_DELAY_MS) throw busy((answer as SafeAnswer).status);
    await sleep(delayMs);
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function attemptOnce(
  agent: SafeAgent,
  url: string,
  { etag, lastModified }: Validators,
  accept: string,
): Promise<SafeAnswer | Error> {
  const headers: Record<string, string> = { 'user-agent': 'Greenroom (feed reader)', accept };
  if (etag) headers['if-none-match'] = etag;
  if (lastModified) headers['if-modified-since'] = lastModified;
  try {
    return await safeGet(agent, url, headers);
  } catch (error) {
    return error as Error;
  }
}

/** RFC 9110 §10.2.3: seconds or a date. */
function retryAfterMs({ headers }: SafeAnswer): number {
  const value = headers['retry-after'] ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  const sent = Date.parse(headers['date'] ?? '');
  return Number.isNaN(at) || Number.isNaN(sent) ? 0 : at - sent;
}

function judged({ status, headers, body, address }: SafeAnswer, validators: Validators): Fetched {
  if (status === 304 && (validators.etag || validators.lastModified)) return { status: 'unchanged' };
  if (status === 200 || status === 203) {
    const { 'content-type': contentType, etag, 'last-modified': lastModified } = headers;
    return { status: 'fetched', bytes: body, contentType, address, etag, lastModified };
  }
  const gone = status === 404 || status === 410;
  const locked = status === 401 || status === 403;
  throw new FeedProblem(
    `The source answers with status ${status}.`,
    gone
      ? 'The feed is gone: look for its new address, or remove it from feeds.json.'
      : locked
        ? 'The source does not let feed readers in: ask its operator, or use another address.'
        : 'Open the address in a browser; if it works there, tell the operator of the source.',
  );
}

const busy = (status: number): FeedProblem =>
  new FeedProblem(
    `The source answers with status ${status}, also after waiting.`,
    'It is overloaded or limits its readers; the next ingest tries again.',
  );

const causes: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'Host names cannot be looked up.',
  ECONNREFUSED: 'The host refuses the connection.',
  ECONNRESET: 'The host broke off the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not answer.',
  UND_ERR_HEADERS_TIMEOUT: 'The host takes too long to answer.',
  UND_ERR_BODY_TIMEOUT: 'The host stopped in the middle of its answer.',
  UND_ERR_SOCKET: 'The host broke off the connection.',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'The answer is larger than the limit.',
};

function explained(error: Error): FeedProblem {
  if (error instanceof FeedProblem) return error;
  const { code = '', name, message } = error as NodeJS.ErrnoException;
  const cause =
    causes[code] ?? (name === 'TimeoutError' ? 'The whole transfer took too long.' : `The transfer failed: ${message}`);
  return new FeedProblem(cause, 'Check the address and your connection; the next ingest tries again.');
}
