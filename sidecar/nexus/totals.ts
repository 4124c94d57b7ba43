// How many creators fit: counted anew where that is quick, some time old where many must be looked at.

/** What took so many looks is kept for so long. A small directory is never behind. */
const keptMs = [
  { looks: 10_000, ms: 60_000 },
  { looks: 1000, ms: 10_000 },
];
const mostKept = 5000;

interface Kept {
  total: Promise<number>;
  until: number;
}

/** `looks` tells how many are looked at, where that is more than what is found. */
export type CountOnce = (key: string, count: () => Promise<number>, looks?: number) => Promise<number>;

/** `now` gives milliseconds. Requests that come together are counted for once. */
export function totals(now: () => number): CountOnce {
  const kept = new Map<string, Kept>();
  return async (key, count, looks = 0) => {
    const known = kept.get(key);
    if (known && now() < known.until) return known.total;
    const begun: Kept = { total: count(), until: Infinity };
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    kept.delete(key);
    kept.set(key, begun);
    const found = await begun.total.catch(() => undefined);
    const worth = found !== undefined && keptMs.find((one) => Math.max(found, looks) >= one.looks);
    if (worth) begun.until = now() + worth.ms;
    else if (kept.get(key) === begun) kept.delete(key);
    return begun.total;
  };
}
