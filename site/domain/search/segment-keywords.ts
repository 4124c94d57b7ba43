// Keywords of a Japanese sentence: its words without particles, endings and question words.
import { isUnspaced } from './words.ts';

/** Kana distinguishes Japanese from Chinese, which is not segmented. */
const kana = /[\p{scx=Hiragana}\p{scx=Katakana}]/u;
const han = /\p{Script=Han}/u;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Particles and question words, as the segmenter cuts them. Shorter runs of hiragana always count as endings. */
const fillers = new Set(
  (
    'について とは という ですか ですが ください くだ さい どこ いくつ なぜ どんな どの どう どれ だれ いつ なに ありま すか ます ました ません ' +
    'でしょう ござい あなた それ これ あれ もの こと ため ところ とき よう ほしい おすすめ ほう わたし 何 誰 方 用 的 さん 様 氏 教え'
  ).split(' '),
);
const maxEndingLetters = 2;

const isEnding = (segment: string): boolean =>
  fillers.has(segment) || (/^\p{scx=Hiragana}+$/u.test(segment) && segment.length <= maxEndingLetters);

/** Removes the last letter of a verb or adjective, which changes with its form. */
const withoutEnding = (piece: string): string =>
  han.test(piece) ? piece.replace(/(?<=.)\p{Script=Hiragana}$/u, '') : piece;

/** Returns true if a text must be segmented; `language` is the language of the room. */
export const needsSegmentation = (text: string, language: string): boolean =>
  kana.test(text) || (language.toLowerCase().startsWith('ja') && han.test(text));

/** Returns the keywords of a text. Adjacent words form a compound; words in `excluded` are dropped. */
export function segmentKeywords(text: string, excluded = new Set<string>()): string[] {
  const pieces: string[] = [];
  let open = '';
  const close = (): void => {
    if (open) pieces.push(withoutEnding(open));
    open = '';
  };
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC'))) {
    const goesOn = isWordLike && !isEnding(segment) && !excluded.has(segment);
    if (!goesOn || (open && isUnspaced(segment) !== isUnspaced(open))) close();
    if (goesOn) open += segment;
  }
  close();
  return pieces;
}
