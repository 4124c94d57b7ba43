// Reads the names of several authors.

/** Returns different names, or undefined if there are fewer than two. */
export function severalNamesOrNone(names: (string | undefined)[]): string[] | undefined {
  const different = [...new Set(names.flatMap((name) => name?.trim() || []))];
  return different.length > 1 ? different : undefined;
}
