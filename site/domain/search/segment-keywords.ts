// What a sentence without spaces is about: its words without the particles, endings and question words between them.
import { unspacedScripts } from './words.ts';

/** Chinese and Thai are looked for as they stand: kana tells Japanese from both. */
const kana = /[\p{scx=Hiragana}\p{scx=Katakana}]/u;
const han = /\p{Script=Han}/u;
const isUnspaced = new RegExp(`[${unspacedScripts}]`, 'u');

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** As the segmenter cuts them. Shorter runs of hiragana are endings in any case. */
const fillers = new Set(
  (
    'について とは という ですか ですが ください くだ さい どこ いくつ なぜ どんな どの どう どれ だれ いつ なに ありま すか ます ました ません ' +
    'でしょう ござい あなた それ これ あれ もの こと ため ところ とき よう ほしい おすすめ ほう わたし 何 誰 方 用 的 さん 様 氏 教え'
  ).split(' '),
);
const maxEndingLetters = 2;

const isEnding = (segment: string): boolean =>
  fillers.has(segment) || (/^\p{scx=Hiragana}+$/u.test(segment) && segment.length <= maxEndingLetters);

/** The last letter of a verb or adjective changes with its form. */
const withoutEnding = (piece: string): string =>
  han.test(piece) ? piece.replace(/(?<=.)\p{Script=Hiragana}$/u, '') : piece;

/** Whether a text is to be taken apart; `language` is the room's. */
export const needsSegmentation = (text: string, language: string): boolean =>
  kana.test(text) || (language.toLowerCase().startsWith('ja') && han.test(text));

/** Words that stand together are one, as in a compound, unless they are `left` out; other scripts are left whole. */
export function segmentKeywords(text: string, left = new Set<string>()): string[] {
  const pieces: string[] = [];
  let open = '';
  const close = (): void => {
    if (open) pieces.push(withoutEnding(open));
    open = '';
  };
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC'))) {
    const goesOn = isWordLike && !isEnding(segment) && !left.has(segment);
    if (!goesOn || (open && isUnspaced.test(segment) !== isUnspaced.test(open))) close();
    if (goesOn) open += segment;
  }
  close();
  return pieces;
}
