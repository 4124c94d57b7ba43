// A function of one text that remembers what it gave: languages are few, and asking Intl about one is slow.

/** Also input of clients may come here. */
const mostKept = 1000;

export function kept<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text)!;
    if (known.size >= mostKept) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
