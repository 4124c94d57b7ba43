/** Splits a list into chunks of `size` elements; the last one may be shorter. */
export const inChunks = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Returns the first matching elements, at most `count`, and stops there. */
export function firstMatching<T>(all: readonly T[], count: number, isWanted: (one: T) => boolean): T[] {
  const matches: T[] = [];
  for (const one of all) {
    if (matches.length === count) break;
    if (isWanted(one)) matches.push(one);
  }
  return matches;
}
