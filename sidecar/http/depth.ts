// How deep a body may be nested: what reads it later goes down by recursion, which a deep value would exhaust.

export const maxDepth = 32;

const isNest = (value: unknown): value is object => value !== null && typeof value === 'object';

/** Goes down level by level. */
export function isTooDeep(value: unknown): boolean {
  let nests = [value].filter(isNest);
  for (let depth = 1; nests.length > 0; depth++) {
    if (depth > maxDepth) return true;
    nests = nests.flatMap((nest) => Object.values(nest)).filter(isNest);
  }
  return false;
}
