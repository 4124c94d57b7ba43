// A cache for expensive results: each is computed once for all concurrent requests, and renewed before it expires.
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';

export interface Computed<T> {
  value: T;
  /** Number of creators that were read for it. */
  reads: number;
}

interface CacheOptions<T> {
  /** The clock, in milliseconds. */
  now: () => number;
  /** Results of fewer reads are computed again each time. */
  minReads: number;
  /** Time to live in milliseconds. In its second half a request renews the result and does not wait for that. */
  ms: number;
  /** Limit of the sum of all sizes: a positive integer. */
  maxSize: number;
  /** The size of a result is 1 by default. */
  sizeOf?: (value: T) => number;
}

/** Returns the cached result of the key, or computes it. Failures are not cached. */
export type ComputeOnce<T> = (key: string, compute: () => Promise<Computed<T>>) => Promise<T>;

/** Renewals at a time, so that new requests go first. */
const maxRenewals = 2;

export function coalescingCache<T>(options: CacheOptions<T>): ComputeOnce<T> {
  const { now, minReads, ms, maxSize, sizeOf = () => 1 } = options;
  const renewals = new PQueue({ concurrency: maxRenewals });
  const results = new LRUCache<string, Computed<T>, () => Promise<Computed<T>>>({
    maxSize,
    // A result above the limit is not stored.
    sizeCalculation: ({ value, reads }) => (reads < minReads ? maxSize + 1 : Math.max(1, sizeOf(value))),
    ttl: ms,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_key, expiring, { context: compute }) => (expiring ? renewals.add(compute) : compute()),
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
  });
  return async (key, compute) => {
    const leftMs = results.getRemainingTTL(key);
    const result = await results.fetch(key, {
      context: compute,
      allowStale: leftMs > 0,
      forceRefresh: leftMs <= ms / 2,
    });
    return result!.value;
  };
}
