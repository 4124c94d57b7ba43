// Runs a task for each entry of a list; a failure does not stop the others.

/** Runs the tasks one after the other, then throws the first failure if there is one. */
export async function forEachIndependently<T>(
  entries: Iterable<T>,
  task: (entry: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const entry of entries) await task(entry).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
