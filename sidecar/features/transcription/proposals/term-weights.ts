// Compares texts by their words, weighted by rarity (tf-idf).

export type Vector = Map<string, number>;

/** Creates a function that weights terms by the number of texts that contain them. */
export function createTermWeigher(texts: string[][]): (terms: string[]) => Vector {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarity = (term: string) => Math.log((1 + texts.length) / (1 + (counts.get(term) ?? 0)));
  return (terms) => {
    const vector: Vector = new Map();
    for (const term of terms) vector.set(term, (vector.get(term) ?? 0) + 1);
    for (const [term, count] of vector) vector.set(term, count * rarity(term));
    return vector;
  };
}

const lengthOf = (vector: Vector): number =>
  Math.sqrt([...vector.values()].reduce((sum, value) => sum + value ** 2, 0));

/** Returns the cosine similarity of two vectors, from 0 to 1. */
export function cosineSimilarity(one: Vector, other: Vector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, value] of small) sum += value * (large.get(term) ?? 0);
  return sum === 0 ? 0 : sum / (lengthOf(one) * lengthOf(other));
}
