// Limits the nesting of a body, since code that reads it later is recursive.

export const maxDepth = 32;

const isNest = (value: unknown): value is object => value !== null && typeof value === 'object';

/** Checks the nesting level by level. */
export function isTooDeep(value: unknown): boolean {
  let nests = [value].filter(isNest);
  for (let depth = 1; nests.length > 0; depth++) {
    if (depth > maxDepth) return true;
    nests = nests.flatMap((nest) => Object.values(nest)).filter(isNest);
  }
  return false;
}
