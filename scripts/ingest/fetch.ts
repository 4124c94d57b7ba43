// Fetches a feed over http(s) with conditional requests, and retries after temporary failures.
import { SourceError, type SourceProblemCode } from '#contract/source-problems.ts';
import type { Resolve } from '../../sidecar/outgoing/guarded-lookup.ts';
import { type RequestLimits, slowestPace } from '../../sidecar/outgoing/limits.ts';
import type { OutgoingResponse, Outgoing } from '../../sidecar/outgoing/outgoing.ts';
import { toOutgoingError, type OutgoingError } from '../../sidecar/outgoing/outgoing-error.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { limitPerHost, openCommandOutgoing } from '../outgoing.ts';
import { MAX_FEED_BYTES } from './decode.ts';

/** Result of a request; `movedTo` is the target of a permanent redirect. */
export type FetchResult = { movedTo?: string | undefined } & (
  | { status: 'unchanged' }
  | {
      status: 'fetched';
      bytes: Uint8Array;
      contentType?: string | undefined;
      /** Address after redirects. */
      address?: string | undefined;
      etag?: string | undefined;
      lastModified?: string | undefined;
    }
);

export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}
export type FetchFeed = (url: string, validators?: Validators) => Promise<FetchResult>;

export interface FetcherOptions {
  /** Environment with the settings that identify the room in requests. */
  env?: Environment | undefined;
  allowPrivateHosts: string[];
  limits?: Partial<RequestLimits>;
  resolve?: Resolve;
  /** Accept header (RFC 9110 §12.5.1); feed types by default. */
  accept?: string;
  attempts?: number;
  sleep?: (ms: number) => Promise<void>;
  /** Random number from 0 to 1. */
  random?: () => number;
}

const defaultLimits: RequestLimits = {
  connectMs: 10_000,
  firstByteMs: 20_000,
  totalMs: 60_000,
  bytes: MAX_FEED_BYTES,
  redirects: 5,
  pace: slowestPace,
};

const ATTEMPTS = 3;
const FIRST_DELAY_MS = 1000;
/** Longest wait before a retry; a source that demands more is left to the next ingest. */
const MAX_DELAY_MS = 30_000;

const feedTypes =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/calendar;q=0.7, */*;q=0.1';

export function createFetcher(options: FetcherOptions): FetchFeed {
  const { allowPrivateHosts, resolve, env = {} } = options;
  const room = openCommandOutgoing(env, {
    allowedHosts: allowPrivateHosts.map((host) => host.toLowerCase()),
    resolve,
    atHost: limitPerHost(1),
  });
  return (url, validators = {}) => fetchFeed(room, url, validators, options);
}

async function fetchFeed(
  room: Outgoing,
  url: string,
  validators: Validators,
  options: FetcherOptions,
): Promise<FetchResult> {
  const { sleep = wait, random = Math.random, attempts = ATTEMPTS } = options;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(room, url, validators, options);
    if (!isTemporary(answer)) return toFetchResult(answer, validators);
    const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random());
    const delayMs = Math.max(backoffMs, retryAfterMs(answer));
    if (attempt === attempts || delayMs > MAX_DELAY_MS) throw overloadError(answer, attempt);
    await sleep(delayMs);
  }
}

type Answer = OutgoingResponse | OutgoingError;

const isTemporary = (answer: Answer): boolean =>
  answer instanceof Error ? answer.isNetworkFailure : answer.status === 429 || answer.status >= 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function attemptOnce(
  { send }: Outgoing,
  url: string,
  { etag, lastModified }: Validators,
  { accept = feedTypes, limits }: FetcherOptions,
): Promise<Answer> {
  const headers: Record<string, string> = { accept };
  if (etag) headers['if-none-match'] = etag;
  if (lastModified) headers['if-modified-since'] = lastModified;
  try {
    return await send(url, { headers, limits: { ...defaultLimits, ...limits }, mayBePacked: true });
  } catch (error) {
    return toOutgoingError(error as Error);
  }
}

/** Returns the value of Retry-After in milliseconds (RFC 9110 §10.2.3: seconds or a date). */
function retryAfterMs(answer: Answer): number {
  if (answer instanceof Error) return 0;
  const { headers } = answer;
  const value = headers['retry-after'] ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  const sentAt = Date.parse(headers['date'] ?? '');
  return Number.isNaN(at) || Number.isNaN(sentAt) ? 0 : at - sentAt;
}

function toFetchResult(answer: Answer, validators: Validators): FetchResult {
  if (answer instanceof Error) throw answer;
  const { status, headers, body, address, movedTo } = answer;
  if (status === 304 && (validators.etag || validators.lastModified)) return { status: 'unchanged', movedTo };
  if (status === 200 || status === 203) {
    const { 'content-type': contentType, etag, 'last-modified': lastModified } = headers;
    return { status: 'fetched', bytes: body, contentType, address, movedTo, etag, lastModified };
  }
  throw new SourceError(codeForStatus(status), { status });
}

function codeForStatus(status: number): SourceProblemCode {
  if (status === 404 || status === 410) return 'status_gone';
  return status === 401 || status === 403 ? 'status_refused' : 'status';
}

function overloadError(answer: Answer, attempts: number): Error {
  if (answer instanceof Error) return answer;
  const { status } = answer;
  const pauseMs = retryAfterMs(answer);
  if (pauseMs > 120_000) return new SourceError('status_pause_minutes', { status, count: Math.ceil(pauseMs / 60_000) });
  if (pauseMs > MAX_DELAY_MS)
    return new SourceError('status_pause_seconds', { status, count: Math.ceil(pauseMs / 1000) });
  return new SourceError(attempts > 1 ? 'status_overloaded' : 'status_busy', { status });
}
