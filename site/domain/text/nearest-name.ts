// Suggestions for mistyped names.

/** Returns the optimal string alignment distance of two texts. */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

const simplify = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Returns the nearest name; undefined if more than a third of the letters differ. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  // The time grows with the square of the length.
  if (given.length > 60) return undefined;
  const rankedNames = names
    .map((name) => ({ name, distance: editDistance(simplify(given), simplify(name)) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = rankedNames;
  return nearest && nearest.distance <= Math.max(1, nearest.name.length / 3) ? nearest.name : undefined;
}
