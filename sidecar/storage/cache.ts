// What is kept in memory, within a limit: what was not used for the longest gives way.
import { LRUCache } from 'lru-cache';

interface Limits<K, V> {
  /** Entries, or what `sizeOf` counts; what alone is larger is not kept. */
  most: number;
  sizeOf?: (value: V, key: K) => number;
  /** How long an entry is kept, and the clock, both in milliseconds. */
  ms?: number;
  now?: () => number;
  onDrop?: (key: K) => void;
}

export const cache = <K extends NonNullable<unknown>, V extends NonNullable<unknown>>({
  most,
  sizeOf = () => 1,
  ms = 0,
  now,
  onDrop,
}: Limits<K, V>) =>
  new LRUCache<K, V>({
    maxSize: most,
    sizeCalculation: (value, key) => Math.max(1, sizeOf(value, key)),
    ttl: ms,
    ttlResolution: 0,
    ...(now && { perf: { now } }),
    ...(onDrop && { dispose: (_, key) => onDrop(key) }),
  });

/** Gives the cache, emptied whenever `of` gives something else than before. */
export function emptiedWith<C extends { clear: () => void }>(kept: C, of: () => unknown): () => C {
  let last: unknown;
  return () => {
    const current = of();
    if (current !== last) kept.clear();
    last = current;
    return kept;
  };
}

/** Small buffers are parts of larger ones, as those of zlib are: a copy that is kept holds on to its own bytes alone. */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer);
