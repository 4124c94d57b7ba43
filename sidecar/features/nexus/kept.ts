// What takes long is made once for all who ask together, and kept for a while.
import PQueue from 'p-queue';
import { cache } from '../../storage/cache.ts';

/** What was made, and how many creators had to be looked at for it. */
export interface Made<T> {
  value: T;
  looks: number;
}

interface Keeping<T> {
  /** Milliseconds. */
  now: () => number;
  /** What took fewer looks is made anew each time. */
  fewestLooks: number;
  /** How long it is kept; from half the time on it is made anew behind those who ask, so that none of them waits. */
  ms: number;
  /** What was not asked for the longest gives way beyond so many of what `sizeOf` counts: a positive integer, or 1. */
  most: number;
  sizeOf?: (value: T) => number;
}

export type KeepOnce<T> = (key: string, make: () => Promise<Made<T>>) => Promise<T>;

/** Those who wait for something new go first. */
const madeBehind = 2;

export function keeper<T>({ now, fewestLooks, ms, most, sizeOf = () => 1 }: Keeping<T>): KeepOnce<T> {
  const kept = cache<string, { value: T; renewAt: number }>({ most, ms, now, sizeOf: ({ value }) => sizeOf(value) });
  const inTheMaking = new Map<string, Promise<T>>();
  const behind = new PQueue({ concurrency: madeBehind });

  const keep = (key: string, { value, looks }: Made<T>): T => {
    if (looks >= fewestLooks) kept.set(key, { value, renewAt: now() + ms / 2 });
    return value;
  };
  const begin = (key: string, make: () => Promise<Made<T>>): Promise<T> => {
    const making = make()
      .then((made) => keep(key, made))
      .finally(() => inTheMaking.delete(key));
    inTheMaking.set(key, making);
    return making;
  };

  return async (key, make) => {
    const known = kept.get(key);
    const making = inTheMaking.get(key);
    if (!known) return making ?? begin(key, make);
    if (!making && now() >= known.renewAt) begin(key, () => behind.add(make)).catch(() => undefined);
    return known.value;
  };
}
