// Results that are computed once for each object. An object that is passed never changes.

/** Calls `make` once for each object. */
export function oncePer<T extends object, V>(make: (one: T) => V): (one: T) => V {
  const made = new WeakMap<T, { value: V }>();
  return (one) => {
    let found = made.get(one);
    if (!found) made.set(one, (found = { value: make(one) }));
    return found.value;
  };
}
