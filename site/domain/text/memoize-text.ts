// Memoizes functions of one text.

/** Maximum number of entries, because the input may come from clients. */
const maxEntries = 1000;

/** Caches the results for many texts, such as language tags, for which Intl is slow. */
export function memoizeText<T>(make: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    if (results.has(text)) return results.get(text)!;
    if (results.size >= maxEntries) results.clear();
    const result = make(text);
    results.set(text, result);
    return result;
  };
}

/** Maximum length of a cached text, because it stays in memory until the next call. */
const maxCharacters = 100_000;

/** Caches the result for the latest text. */
export function memoizeLastText<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; result: T } | undefined;
  return (text) => {
    if (last?.text === text) return last.result;
    const result = make(text);
    if (text.length <= maxCharacters) last = { text, result };
    return result;
  };
}
