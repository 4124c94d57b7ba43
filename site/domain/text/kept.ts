// Functions of one text that remember their results.

/** Also input of clients may come here. */
const mostKept = 1000;

/** Remembers the results for many texts, such as language tags, of which there are few and for which Intl is slow. */
export function memoizeText<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text)!;
    if (known.size >= mostKept) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** Longer texts are not remembered, since they would stay in memory until the next call. */
const mostCharacters = 100_000;

/** Remembers the result for the latest text. */
export function memoizeLastText<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | undefined;
  return (text) => {
    if (last?.text === text) return last.made;
    const made = make(text);
    if (text.length <= mostCharacters) last = { text, made };
    return made;
  };
}
