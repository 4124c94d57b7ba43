// Names of authors in a feed.

/** Several different names; undefined for one or none. */
export function severalNamesOrNone(names: (string | undefined)[]): string[] | undefined {
  const different = [...new Set(names.flatMap((name) => name?.trim() || []))];
  return different.length > 1 ? different : undefined;
}
