// How many creators fit: counted anew where they are few, some seconds old where they are many.

const keptMs = 10_000;
/** So few are counted at once, so that a small directory is never behind. */
const few = 1000;
const mostKept = 5000;

interface Kept {
  total: Promise<number>;
  until: number;
}

export type CountOnce = (key: string, count: () => Promise<number>) => Promise<number>;

/** `now` gives milliseconds. Requests that come together are counted for once. */
export function totals(now: () => number): CountOnce {
  const kept = new Map<string, Kept>();
  return async (key, count) => {
    const known = kept.get(key);
    if (known && now() < known.until) return known.total;
    const total = count();
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    kept.delete(key);
    kept.set(key, { total, until: now() + keptMs });
    const isFew = await total.then(
      (found) => found < few,
      () => true,
    );
    if (isFew && kept.get(key)?.total === total) kept.delete(key);
    return total;
  };
}
