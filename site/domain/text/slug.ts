// Readable slugs of titles in any script, for what is new: letters that `slugOf` would leave out are transliterated.
import anyAscii from 'any-ascii';
import { sha256, slugify } from '../ids.ts';
import type { PublicFacts } from '../room.ts';
import { separateNumbers } from './notation.ts';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** In Japanese text each Han character has several readings, which only a dictionary of 400 MB in memory tells apart. */
const japaneseWord = /[\p{Script=Katakana}ー]{2,}|[\p{Script=Latin}\p{N}\p{M}]+/gu;
/** What `slugOf` cannot take to pieces. */
const otherLetter = /[^\P{L}\p{ASCII}]/u;

/** In any language: words of scripts without spaces are found by dictionaries that every locale has. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const splitTitle = (text: string): string[] =>
  kana.test(text)
    ? (text.match(japaneseWord) ?? [])
    : [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

const withoutVowel = (kana: string): string => anyAscii(kana).slice(0, -1);

/** Small kana belong to the one before; a small tsu doubles what comes after it. */
const spellKana = (katakana: string): string =>
  katakana
    .replace(/(.)([ャュョ])/g, (_, kana: string, small: string) => {
      const ending = anyAscii(small);
      return withoutVowel(kana) + (/[シチジ]/.test(kana) ? ending.slice(1) : ending);
    })
    .replace(/(\p{Script=Katakana})([ァィゥェォ])/gu, (_, kana: string, small: string) => withoutVowel(kana) + small)
    .replace(/ッ(.)/g, (_, next: string) => anyAscii(next).charAt(0) + next);

/** Without the marks of long vowels; alif is silent only at the beginning of some words. */
const transliterate = (word: string): string =>
  anyAscii(spellKana(word).replace(/ー/g, '').replace(/[اآى]/g, 'a')).replace(/[^A-Za-z0-9]/g, '');

export function readableSlug(title: string, otherwise?: string): string {
  const isPlain = !otherLetter.test(title.normalize('NFKD'));
  return slugify(
    isPlain ? title : splitTitle(separateNumbers(title).normalize('NFKC')).map(transliterate).join(' '),
    otherwise,
  );
}

/** What programs call a room: after what it publishes, or after its host where nobody could read that. */
export const roomSlug = ({ creator, baseUrl }: Pick<PublicFacts, 'creator' | 'baseUrl'>): string =>
  readableSlug(creator.publication, slugify(new URL(baseUrl).hostname));

/** For an item that has none yet. @spec-gap item-ids */
export const newItemId = (title: string, sourceKey: string): string =>
  `${readableSlug(title)}-${sha256(sourceKey).slice(0, 8)}`;
