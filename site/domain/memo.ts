// Results that are computed once for each object. An object that is passed never changes.

/** Calls `make` once for each object. */
export function memoizeByObject<T extends object, V>(make: (one: T) => V): (one: T) => V {
  const results = new WeakMap<T, { value: V }>();
  return (one) => {
    let result = results.get(one);
    if (!result) results.set(one, (result = { value: make(one) }));
    return result.value;
  };
}
