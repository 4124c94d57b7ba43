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

/**
 * Runs the task for each element, several at a time, in the order of the list. After a failure no further task starts,
 * and the promise rejects once running tasks have ended.
 */
export async function forEachConcurrently<T>(
  all: Iterable<T>,
  concurrency: number,
  task: (one: T) => Promise<unknown>,
): Promise<void> {
  const rest = Iterator.from(all);
  let failure: Error | undefined;
  const processNext = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failure; next = rest.next())
      await task(next.value).catch((error: Error) => void (failure ??= error));
  };
  await Promise.all(Array.from({ length: concurrency }, processNext));
  if (failure) throw failure;
}
