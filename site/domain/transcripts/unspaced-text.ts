// Joins and splits texts in scripts with and without spaces.

/**
 * Scripts and signs that are joined without a space. Thai and Lao are missing, because they separate sentences by
 * spaces.
 */
export const spacelessScripts = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}！？（）';
const endsSpaceless = new RegExp(`[${spacelessScripts}]$`, 'u');
const beginsSpaceless = new RegExp(`^[${spacelessScripts}]`, 'u');

export const joinTexts = (before: string, after: string): string =>
  before + (endsSpaceless.test(before) && beginsSpaceless.test(after) ? '' : ' ') + after;

const needsDictionary =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const dictionary = new Intl.Segmenter('ja', { granularity: 'word' });

/** Returns the words in lower case; scripts without spaces are split by a dictionary. */
export function spokenWords(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  return runs.flatMap((run) =>
    needsDictionary.test(run) ? [...dictionary.segment(run)].map(({ segment }) => segment) : [run],
  );
}
