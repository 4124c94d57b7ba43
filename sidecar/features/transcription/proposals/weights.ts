// How alike two texts are by their words: the rarer a word in the whole, the more it weighs.

export type Vector = Map<string, number>;

/** Weights of words by how few of the texts have them (tf-idf). */
export function weigher(texts: string[][]): (terms: string[]) => Vector {
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

/** The cosine of the angle between them: 0 to 1. */
export function likeness(one: Vector, other: Vector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, value] of small) sum += value * (large.get(term) ?? 0);
  return sum === 0 ? 0 : sum / (lengthOf(one) * lengthOf(other));
}
