// Edit distance of texts in words.

/** Returns the Levenshtein distance of `one` to each beginning of `other`, the empty one first. */
function distancesToStarts(one: string[], other: string[]): number[] {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, word] of one.entries()) {
    const next = [i + 1];
    for (const [j, second] of other.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === second ? 0 : 1)));
    row = next;
  }
  return row;
}

export const wordDistance = (one: string[], other: string[]): number => distancesToStarts(one, other).at(-1)!;

/** Returns the distance to the most similar beginning of `other`. */
export const distanceToStart = (one: string[], other: string[]): number => Math.min(...distancesToStarts(one, other));

/** Returns 0 for the same words and 1 for none in common. */
export const wordDifference = (one: string[], other: string[]): number =>
  wordDistance(one, other) / Math.max(1, one.length, other.length);
