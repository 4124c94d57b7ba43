// Text of scripts that put no space between words, beside text that does: joined, and counted in words.

/** With the signs that these scripts share; Thai and Lao part sentences by spaces, so they are not among them. */
export const spacelessScripts = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}！？（）';
const endsSpaceless = new RegExp(`[${spacelessScripts}]$`, 'u');
const beginsSpaceless = new RegExp(`^[${spacelessScripts}]`, 'u');

export const joinTexts = (before: string, after: string): string =>
  before + (endsSpaceless.test(before) && beginsSpaceless.test(after) ? '' : ' ') + after;

const needsDictionary =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const dictionary = new Intl.Segmenter('ja', { granularity: 'word' });

/** In lower case; where no spaces part them, as dictionaries know them. */
export function spokenWords(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  return runs.flatMap((run) =>
    needsDictionary.test(run) ? [...dictionary.segment(run)].map(({ segment }) => segment) : [run],
  );
}
