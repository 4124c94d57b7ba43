// Memoizes functions by object. The objects must not change.

/** Returns a function that calls `make` on the first call and returns its result on every call. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}

/** Returns a function that calls `make` once for each object. */
export function memoizeByObject<T extends object, V>(make: (one: T) => V): (one: T) => V {
  const results = new WeakMap<T, { value: V }>();
  return (one) => {
    let result = results.get(one);
    if (!result) results.set(one, (result = { value: make(one) }));
    return result.value;
  };
}
