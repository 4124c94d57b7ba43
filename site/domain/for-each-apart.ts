// Runs a task for each entry of a list, so that one that fails holds none of the others back.

/** One entry after the other. Throws the first failure after the last entry. */
export async function forEachIndependently<T>(
  entries: Iterable<T>,
  task: (entry: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const entry of entries) await task(entry).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
