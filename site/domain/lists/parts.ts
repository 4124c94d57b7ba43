// Divides long lists into parts. A part stays the same object from build to build while nothing in it changes, so results can be
// stored by part, and a change costs one part instead of the whole list.

/** The parts are a property of the list and not in a WeakMap here, since the compiled site has its own copy of this module. */
const ofList = Symbol.for('parts');

/** The parts of a list, in order. A list that was not made by `joined` is its own only part. */
export const partsOf = <T>(list: T[]): T[][] => (list as T[] & { [ofList]?: T[][] })[ofList] ?? [list];

export function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** One list of all parts; `last` itself if it has the same parts. */
export function joined<T>(parts: T[][], last: T[] = []): T[] {
  const filled = parts.filter(({ length }) => length > 0);
  if (isSameList(filled, partsOf(last))) return last;
  if (filled.length === 1) return filled[0]!;
  // Much faster than flat().
  const list = ([] as T[]).concat(...filled);
  return Object.defineProperty(list, ofList, { value: filled });
}

/** Calls `make` once for each object; an object that is passed never changes. */
export function oncePer<T extends object, V>(make: (one: T) => V): (one: T) => V {
  const made = new WeakMap<T, { value: V }>();
  return (one) => {
    let found = made.get(one);
    if (!found) made.set(one, (found = { value: make(one) }));
    return found.value;
  };
}

/** Calls `make` once for each part of a list, and gives its results in order. */
export function perPart<T, V>(make: (part: T[]) => V): (list: T[]) => V[] {
  const each = oncePer(make);
  return (list) => partsOf(list).map(each);
}

/** The part itself where the list that was made of it has the same elements. */
const asPart = <T, U>(part: T[], made: U[]): U[] =>
  isSameList<unknown>(made, part) ? (part as unknown[] as U[]) : made;

/** Makes one list of another, part by part. Equal parts give the same list object again. */
export function inParts<T, U>(make: (part: T[]) => U[]): (list: T[]) => U[] {
  const each = perPart((part: T[]) => asPart(part, make(part)));
  const known = new WeakMap<object, U[]>();
  let last: U[] = [];
  return (list) => {
    const found = known.get(list);
    if (found) return found;
    known.set(list, (last = joined(each(list), last)));
    return last;
  };
}

/**
 * Makes one list of another, element by element. Results for the previous list are reused, for whole parts and for single
 * elements. They are stored by part: a WeakMap with an entry for every element slows down each garbage collection.
 */
export function oneByOne<T, U, Rest extends unknown[] = []>(
  make: (one: T, ...rest: Rest) => U,
): (list: T[], ...rest: Rest) => U[] {
  let last = { parts: new Map<T[], U[]>(), list: [] as U[] };
  return (list, ...rest) => {
    const parts = new Set(partsOf(list));
    const left = [...last.parts].filter(([part]) => !parts.has(part));
    const known = new Map(left.flatMap(([part, made]) => part.map((one, i) => [one, made[i]!] as const)));
    const madeOf = (part: T[]): U[] => asPart(part, part.map((one) => known.get(one) ?? make(one, ...rest))); // prettier-ignore
    const all = new Map(Array.from(parts, (part) => [part, last.parts.get(part) ?? madeOf(part)]));
    last = { parts: all, list: joined([...all.values()], last.list) };
    return last.list;
  };
}

/** Filters lists. `name` identifies the condition: results are stored under it. */
export function narrower<T>(): (list: T[], name: string, fits: (one: T) => boolean) => T[] {
  const known = new Map<string, (list: T[]) => T[]>();
  return (list, name, fits) => {
    const narrowed = known.get(name) ?? inParts((part: T[]) => part.filter(fits));
    known.set(name, narrowed);
    return narrowed(list);
  };
}

/** Remembers the latest result, and gives it again while the facts are the same as JSON. */
export function onceFor<F, V>(make: (facts: F) => V): (facts: F) => V {
  let last: { text: string; value: V } | undefined;
  return (facts) => {
    const text = JSON.stringify(facts);
    if (last?.text !== text) last = { text, value: make(facts) };
    return last.value;
  };
}

/** Elements that are in only one of two lists, compared by identity. Parts that both lists share are skipped. */
export function differenceOf<T>(before: T[], after: T[]): { gone: T[]; come: T[] } {
  const apart = (one: T[], other: T[]): Set<T> => {
    const shared = new Set(partsOf(other));
    return new Set(partsOf(one).flatMap((part) => (shared.has(part) ? [] : part)));
  };
  const [was, is] = [apart(before, after), apart(after, before)];
  return { gone: [...was].filter((one) => !is.has(one)), come: [...is].filter((one) => !was.has(one)) };
}
