// Fixed windows of a minute, one bucket for each route and client, in the memory of this process.
import { ratesPerMinute, type RateClass } from '#contract/limits.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Unix time in seconds at which the window ends. */
  resetAt: number;
  allowed: boolean;
}

const windowMs = 60_000;

export type TakeRate = (route: string, rate: RateClass, client: string) => RateState;

/** `now` gives milliseconds. Buckets of windows that ended are dropped when a new window begins. */
export function rateLimiter(now: () => number, rates: Record<RateClass, number> = ratesPerMinute): TakeRate {
  let window = 0;
  let counts = new Map<string, number>();
  return (route, rate, client) => {
    const current = Math.floor(now() / windowMs);
    if (current !== window) {
      window = current;
      counts = new Map();
    }
    const bucket = `${route}\n${client}`;
    const used = (counts.get(bucket) ?? 0) + 1;
    counts.set(bucket, used);
    const limit = rates[rate];
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resetAt: ((current + 1) * windowMs) / 1000,
      allowed: used <= limit,
    };
  };
}

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
