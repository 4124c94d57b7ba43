// Conversion of superscript, subscript and fraction characters (10⁶, x₁, 1½) to ASCII and back.

const raisedSigns = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ';
const loweredSigns = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const plainSigns = '0123456789+-=()ni';

/** Superscripts for use in a character class. */
export const superscripts = raisedSigns;
export const subscripts = loweredSigns;
export const fractions = '¼-¾⅐-⅞↉';

function mapSigns(text: string, from: string, to: string): string | undefined {
  const signs = [...text.replace(/[−–]/g, '-')].map((sign) => to[from.indexOf(sign)]);
  return signs.length > 0 && signs.every(Boolean) ? signs.join('') : undefined;
}

/** Converts to superscript; undefined if a character has no superscript form. */
export const toSuperscript = (text: string): string | undefined => mapSigns(text, plainSigns, raisedSigns);
/** Converts to subscript; undefined if a character has no subscript form. */
export const toSubscript = (text: string): string | undefined =>
  mapSigns(text, plainSigns.slice(0, loweredSigns.length), loweredSigns);
/** Converts a run of superscripts or subscripts to ASCII. */
export const toBaseline = (run: string): string =>
  mapSigns(run, raisedSigns, plainSigns) ?? mapSigns(run, loweredSigns, plainSigns) ?? run;

const raisedRun = new RegExp(`[${superscripts}]+`, 'g');

/**
 * Writes superscripts with ^ and separates adjacent numbers, so that NFKC does not join them: 10⁶ is 10^6, 1½ is 1 ½.
 */
export const separateNumbers = (text: string): string =>
  text
    .replace(raisedRun, (run) => `^${toBaseline(run)} `)
    .replace(/(?<=\p{N})(?=\p{No})|(?<=\p{No})(?=\p{N})/gu, ' ')
    .trimEnd();
