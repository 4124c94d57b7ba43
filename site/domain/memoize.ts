// Memoizes functions by object. The objects must not change.

/** Returns a function that calls `make` on the first call and returns its result on every call. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}

/**
 * Returns a function that calls `make` again for an object only if `key` differs from that of the last call, or is
 * undefined.
 */
export function memoizeLast<T extends object, Rest extends unknown[], V>(
  make: (one: T, ...rest: Rest) => V,
): (key: unknown, one: T, ...rest: Rest) => V {
  const results = new WeakMap<T, { key: unknown; value: V }>();
  return (key, one, ...rest) => {
    const last = results.get(one);
    if (last && key !== undefined && last.key === key) return last.value;
    const value = make(one, ...rest);
    results.set(one, { key, value });
    return value;
  };
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
