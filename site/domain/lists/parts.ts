// Long lists in parts that stay the same objects from build to build while nothing in them changes: what is made of a list is
// made of each part once, so that a change costs its part.

/** On the list itself: the compiled site has a copy of this module. */
const ofList = Symbol.for('parts');

/** In order. A list that was not joined from parts is its only part. */
export const partsOf = <T>(list: T[]): T[][] => (list as T[] & { [ofList]?: T[][] })[ofList] ?? [list];

export function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** `last` itself where that has the same parts. */
export function joined<T>(parts: T[][], last: T[] = []): T[] {
  const filled = parts.filter(({ length }) => length > 0);
  if (isSameList(filled, partsOf(last))) return last;
  if (filled.length === 1) return filled[0]!;
  // Many times as fast as flat().
  const list = ([] as T[]).concat(...filled);
  return Object.defineProperty(list, ofList, { value: filled });
}

/** What `make` gives for each part of a list. What else it is given must not change what it gives. */
export function perPart<T, V, Rest extends unknown[] = []>(
  make: (part: T[], ...rest: Rest) => V,
): (list: T[], ...rest: Rest) => V[] {
  const made = new WeakMap<object, { value: V }>();
  return (list, ...rest) =>
    partsOf(list).map((part) => {
      let found = made.get(part);
      if (!found) made.set(part, (found = { value: make(part, ...rest) }));
      return found.value;
    });
}

/** A list made of another, part by part; the same object as before where every part is. */
export function inParts<T, U, Rest extends unknown[] = []>(
  make: (part: T[], ...rest: Rest) => U[],
): (list: T[], ...rest: Rest) => U[] {
  const each = perPart((part: T[], ...rest: Rest): U[] => {
    const made = make(part, ...rest);
    return isSameList<unknown>(made, part) ? (part as unknown[] as U[]) : made;
  });
  const known = new WeakMap<object, U[]>();
  let last: U[] = [];
  return (list, ...rest) => {
    const found = known.get(list);
    if (found) return found;
    known.set(list, (last = joined(each(list, ...rest), last)));
    return last;
  };
}

/**
 * A list made of another, one by one: what was made for the list before is taken over, whole parts or single ones. It is kept
 * with the parts, since a WeakMap of all objects would be walked by each garbage collection.
 */
export function oneByOne<T, U, Rest extends unknown[] = []>(
  make: (one: T, ...rest: Rest) => U,
): (list: T[], ...rest: Rest) => U[] {
  let last = { parts: new Map<T[], U[]>(), list: [] as U[] };
  return (list, ...rest) => {
    const parts = new Set(partsOf(list));
    const left = [...last.parts].filter(([part]) => !parts.has(part));
    const known = new Map(left.flatMap(([part, made]) => part.map((one, i) => [one, made[i]!] as const)));
    const madeOf = (part: T[]): U[] => {
      const made = part.map((one) => known.get(one) ?? make(one, ...rest));
      return isSameList<unknown>(made, part) ? (part as unknown[] as U[]) : made;
    };
    const all = new Map(Array.from(parts, (part) => [part, last.parts.get(part) ?? madeOf(part)]));
    last = { parts: all, list: joined([...all.values()], last.list) };
    return last.list;
  };
}

/** Keeps of a list what fits, remembered by the name of what is looked for. */
export function narrower<T>(): (list: T[], name: string, fits: (one: T) => boolean) => T[] {
  const known = new Map<string, (list: T[]) => T[]>();
  return (list, name, fits) => {
    const narrowed = known.get(name) ?? inParts((part: T[]) => part.filter(fits));
    known.set(name, narrowed);
    return narrowed(list);
  };
}

/** What is made of the same facts, which JSON tells, is the same object as the last time. */
export function onceFor<F, V>(make: (facts: F) => V): (facts: F) => V {
  let last: { text: string; value: V } | undefined;
  return (facts) => {
    const text = JSON.stringify(facts);
    if (last?.text !== text) last = { text, value: make(facts) };
    return last.value;
  };
}

/** What one of two lists has and the other has not. Parts that both have are not looked at. */
export function differenceOf<T>(before: T[], after: T[]): { gone: T[]; come: T[] } {
  const apart = (one: T[], other: T[]): Set<T> => {
    const shared = new Set(partsOf(other));
    return new Set(partsOf(one).flatMap((part) => (shared.has(part) ? [] : part)));
  };
  const [was, is] = [apart(before, after), apart(after, before)];
  return { gone: [...was].filter((one) => !is.has(one)), come: [...is].filter((one) => !was.has(one)) };
}
