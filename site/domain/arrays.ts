/** Parts of `size`, the last of them with what is left. */
export const inChunks = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** The first of those that are wanted, at most `count`; the rest of a long list is not looked at. */
export function firstMatching<T>(all: readonly T[], count: number, isWanted: (one: T) => boolean): T[] {
  const found: T[] = [];
  for (const one of all) {
    if (found.length === count) break;
    if (isWanted(one)) found.push(one);
  }
  return found;
}
