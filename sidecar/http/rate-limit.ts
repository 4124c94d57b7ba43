// Limits rates in fixed windows of a minute with one bucket for each route and client, in memory or in the store that
// several sidecars share.
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { ratesPerMinute, type RateClass, sharedRateFactor } from '#contract/limits.ts';
import type { Db, Store } from '../storage/store.ts';
import { isKnownAgent } from './client.ts';
import { networkOf } from './network.ts';
import { createSharedCounter } from './shared-counts.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Unix time in seconds at which the window ends. */
  resetAt: number;
  allowed: boolean;
}

const windowMs = 60_000;

export type Rates = Record<RateClass, number>;

export interface TakeRateOptions {
  /** Number of requests to count; 0 only reads the state. */
  cost?: number;
  /** Factor by which the rate is multiplied. */
  times?: number;
}
export type TakeRate = (route: string, rate: RateClass, client: string, taking?: TakeRateOptions) => Promise<RateState>;

const createBucketName = (route: string, client: string): string => `${route}\n${client}`;

const createRateState = (limit: number, used: number, window: number): RateState => ({
  limit,
  remaining: Math.max(0, limit - used),
  resetAt: ((window + 1) * windowMs) / 1000,
  allowed: used <= limit,
});

/** Counts in memory. Buckets are dropped when a new window begins. */
function createMemoryLimiter(now: () => number, rates: Rates): TakeRate {
  let window = 0;
  let counts = new Map<string, number>();
  return async (route, rate, client, { cost = 1, times = 1 } = {}) => {
    const current = Math.floor(now() / windowMs);
    if (current !== window) {
      window = current;
      counts = new Map();
    }
    const bucket = createBucketName(route, client);
    const usedCount = (counts.get(bucket) ?? 0) + cost;
    if (cost > 0) counts.set(bucket, usedCount);
    return createRateState(rates[rate] * times, usedCount, current);
  };
}

function createStoreLimiter(db: Db, now: () => number, rates: Rates): TakeRate {
  const count = createSharedCounter(db, now, windowMs);
  return async (route, rate, client, { cost = 1, times = 1 } = {}) => {
    const { used, windowStart } = await count(createBucketName(route, client), cost);
    return createRateState(rates[rate] * times, used, windowStart / windowMs);
  };
}

/** `now` gives milliseconds. */
export const createRateLimiter = (
  { kind, db }: Pick<Store, 'kind' | 'db'>,
  now: () => number,
  rates: Rates = ratesPerMinute,
): TakeRate => (kind === 'postgres' ? createStoreLimiter(db, now, rates) : createMemoryLimiter(now, rates));

export const rateHeaders = ({ limit, remaining, resetAt }: RateState, nowMs: number): Record<string, string> => {
  const seconds = Math.max(0, Math.ceil(resetAt - nowMs / 1000));
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
  };
};

/** Throws if the rate is exceeded. */
export function throwIfRateLimited({ allowed, limit, resetAt }: RateState, nowMs: number): void {
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(resetAt - nowMs / 1000));
  throw new ApiError('rate_limited', `At most ${limit} requests a minute.`, { retryAfterSeconds });
}

/** The client that a request is counted for. */
export interface RateClient {
  address: string;
  client: () => Promise<string>;
  /** One of the people for whom a hosted client sends requests from its address. */
  person?: string | undefined;
}

/** The properties of an endpoint or page that rates depend on. */
export interface RatedEndpoint {
  http: Pick<Endpoint['http'], 'path' | 'creates'>;
  access?: Endpoint['access'];
}

/**
 * Returns true if people are counted separately. Anyone can invent people, so their total is limited, and nothing is
 * created in their names.
 */
const mayShare = ({ http, access }: RatedEndpoint): boolean => !access?.countsByAddress && !http.creates;

interface Count {
  route: string;
  client: string;
  times: number;
}

/**
 * Returns the buckets that a request is counted in. A signature raises the limit of its network's bucket and never adds
 * one: anybody may sign with any number of hosts.
 */
async function findBuckets(record: RatedEndpoint, { address, client, person }: RateClient): Promise<Count[]> {
  const { http, access = {} } = record;
  const route = access.bucket ?? `${access.rate} ${http.path}`;
  const network = networkOf(address);
  const requester = access.countsByAddress ? network : await client();
  if (isKnownAgent(requester))
    return [network, requester].map((one) => ({ route, client: one, times: sharedRateFactor }));
  if (person === undefined || !mayShare(record)) return [{ route, client: requester, times: 1 }];
  return [
    { route: `${route} shared`, client: requester, times: sharedRateFactor },
    { route, client: `${requester} ${person}`, times: 1 },
  ];
}

/**
 * Counts a request and throws if the client exceeds its rate. Two rates on one path are counted separately, so that a
 * client that has often polled a job may still cancel it. @spec-gap rates-shared
 */
export async function checkRate(
  record: RatedEndpoint,
  client: RateClient,
  { takeRate, now }: { takeRate: TakeRate; now: () => number },
  sendHeaders: (headers: Record<string, string>) => void = () => {},
  cost = 1,
): Promise<void> {
  const rate = record.access?.rate;
  if (!rate) return;
  let tightest: RateState | undefined;
  for (const { route, client: requester, times } of await findBuckets(record, client)) {
    const state = await takeRate(route, rate, requester, { cost, times });
    if (!tightest || state.remaining <= tightest.remaining) tightest = state;
    if (!state.allowed) break;
  }
  sendHeaders(rateHeaders(tightest!, now()));
  if (cost > 0) throwIfRateLimited(tightest!, now());
}
