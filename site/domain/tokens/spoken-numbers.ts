// English spellings of whole numbers: 2026 is “twenty twenty six”, “two thousand twenty six”, “two thousand and
// twenty six”.

const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const maxSpoken = 9999;

function spellBelowHundred(value: number): string {
  if (value < 20) return ones[value - 1]!;
  const rest = value % 10;
  return tens[Math.floor(value / 10) - 2]! + (rest ? ` ${ones[rest - 1]!}` : '');
}

/** Appends the rest of a number, with and without “and” before it. */
const withRest = (begin: string, rest: number, ways: string[]): string[] => {
  if (rest === 0) return [begin];
  return ways.flatMap((way) => (rest < 100 ? [`${begin} ${way}`, `${begin} and ${way}`] : [`${begin} ${way}`]));
};

function spellBelowThousand(value: number): string[] {
  if (value < 100) return [spellBelowHundred(value)];
  const rest = value % 100;
  return withRest(`${ones[Math.floor(value / 100) - 1]!} hundred`, rest, rest ? [spellBelowHundred(rest)] : []);
}

/** Spells a year, such as “nineteen oh five” or “nineteen hundred”. */
function spellYear(value: number): string[] {
  const first = Math.floor(value / 100);
  const last = value % 100;
  if (first % 10 === 0 && last < 10) return [];
  const end = last === 0 ? 'hundred' : last < 10 ? `oh ${ones[last - 1]!}` : spellBelowHundred(last);
  return [`${spellBelowHundred(first)} ${end}`];
}

/** Returns the spellings of a whole number without hyphens, the usual one first; empty for other figures. */
export function spokenForms(figures: string): string[] {
  const value = Number(figures);
  if (!/^[1-9]\d*$/.test(figures) || value > maxSpoken) return [];
  if (value < 1000) return spellBelowThousand(value);
  const rest = value % 1000;
  const thousands = `${ones[Math.floor(value / 1000) - 1]!} thousand`;
  return [...spellYear(value), ...withRest(thousands, rest, rest ? spellBelowThousand(rest) : [])];
}
