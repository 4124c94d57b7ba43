// Functions of one text that remember what they gave.

/** Also input of clients may come here. */
const mostKept = 1000;

/** Of many texts: languages are few, and asking Intl about one is slow. */
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

/** A longer one would fill the memory of a process that is asked no more. */
const mostCharacters = 100_000;

/** Of the text that was asked about last. */
export function keptLast<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | undefined;
  return (text) => {
    if (last?.text === text) return last.made;
    const made = make(text);
    if (text.length <= mostCharacters) last = { text, made };
    return made;
  };
}
