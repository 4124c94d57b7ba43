// Readable slugs of titles in any script, by transliteration.
import anyAscii from 'any-ascii';
import { sha256, slugify } from '../ids.ts';
import type { PublicFacts } from '../room.ts';
import { separateNumbers } from './notation.ts';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * Transliterable words in Japanese text. Han characters have several readings, which would need a dictionary of 400
 * MB.
 */
const japaneseWord = /[\p{Script=Katakana}ー]{2,}|[\p{Script=Latin}\p{N}\p{M}]+/gu;
/** Letters that `slugify` would drop. */
const otherLetter = /[^\P{L}\p{ASCII}]/u;

/** Segmenter for all languages; every locale includes the dictionaries of scripts without spaces. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const splitTitle = (text: string): string[] =>
  kana.test(text)
    ? (text.match(japaneseWord) ?? [])
    : [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

const withoutVowel = (kana: string): string => anyAscii(kana).slice(0, -1);

/** Transliterates small kana with the preceding one; a small tsu doubles the following consonant. */
const spellKana = (katakana: string): string =>
  katakana
    .replace(/(.)([ャュョ])/g, (_, kana: string, small: string) => {
      const ending = anyAscii(small);
      return withoutVowel(kana) + (/[シチジ]/.test(kana) ? ending.slice(1) : ending);
    })
    .replace(/(\p{Script=Katakana})([ァィゥェォ])/gu, (_, kana: string, small: string) => withoutVowel(kana) + small)
    .replace(/ッ(.)/g, (_, next: string) => anyAscii(next).charAt(0) + next);

/** Transliterates a word without marks of long vowels; alif becomes an a. */
const transliterate = (word: string): string =>
  anyAscii(spellKana(word).replace(/ー/g, '').replace(/[اآى]/g, 'a')).replace(/[^A-Za-z0-9]/g, '');

export function readableSlug(title: string, fallback?: string): string {
  const isPlain = !otherLetter.test(title.normalize('NFKD'));
  return slugify(
    isPlain ? title : splitTitle(separateNumbers(title).normalize('NFKC')).map(transliterate).join(' '),
    fallback,
  );
}

/** Returns the slug of a room: its publication, or its host if the name cannot be transliterated. */
export const roomSlug = ({ creator, baseUrl }: Pick<PublicFacts, 'creator' | 'baseUrl'>): string =>
  readableSlug(creator.publication, slugify(new URL(baseUrl).hostname));

/** Returns the id of a new item. @spec-gap item-ids */
export const newItemId = (title: string, sourceKey: string): string =>
  `${readableSlug(title)}-${sha256(sourceKey).slice(0, 8)}`;
