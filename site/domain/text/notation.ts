// Superscripts, subscripts and fractions that are characters of their own (10⁶, x₁, 1½), and the same in ASCII.

const raisedSigns = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ';
const loweredSigns = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const plainSigns = '0123456789+-=()ni';

/** Members of character classes. */
export const superscripts = raisedSigns;
export const subscripts = loweredSigns;
export const fractions = '¼-¾⅐-⅞↉';

function mapSigns(text: string, from: string, to: string): string | undefined {
  const signs = [...text.replace(/[−–]/g, '-')].map((sign) => to[from.indexOf(sign)]);
  return signs.length > 0 && signs.every(Boolean) ? signs.join('') : undefined;
}

/** Undefined if a character has no superscript form. */
export const toSuperscript = (text: string): string | undefined => mapSigns(text, plainSigns, raisedSigns);
/** Undefined if a character has no subscript form. */
export const toSubscript = (text: string): string | undefined =>
  mapSigns(text, plainSigns.slice(0, loweredSigns.length), loweredSigns);
/** The ASCII characters of a run of superscripts, or of a run of subscripts. */
export const toBaseline = (run: string): string =>
  mapSigns(run, raisedSigns, plainSigns) ?? mapSigns(run, loweredSigns, plainSigns) ?? run;

const raisedRun = new RegExp(`[${superscripts}]+`, 'g');

/** Spells superscripts with ^ and separates touching numbers, so that NFKC fuses none: 10⁶ is 10^6, 1½ is 1 ½. */
export const separateNumbers = (text: string): string =>
  text
    .replace(raisedRun, (run) => `^${toBaseline(run)} `)
    .replace(/(?<=\p{N})(?=\p{No})|(?<=\p{No})(?=\p{N})/gu, ' ')
    .trimEnd();
