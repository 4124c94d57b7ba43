// Removes undefined fields of objects.

/** The same fields; those that may be undefined become optional. */
type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns a copy without the fields that are undefined. */
export const omitUndefined = <T extends object>(fields: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
