// Detection of a text's language by its script.
import { memoizeText } from './memoize-text.ts';
import { canonicalLocale } from '../messages/messages.ts';

/** Kana and Hangul come first, because Han characters are shared by several languages. */
const languageOfScript: [RegExp, string][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Devanagari}/gu, 'hi'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Cyrillic}/gu, 'ru'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Latin}/gu, 'und-Latn'],
];

const scriptOfLanguage = memoizeText(
  (language: string) => new Intl.Locale(canonicalLocale(language)).maximize().script ?? 'Latn',
);

/** Text with no other letters than Latin ones, which covers most texts. */
const onlyLatin = /^[\0-\u024f\u2000-\u206f\u20a0-\u20bf]*$/;

/** Returns the language of the most frequent script. Kana together with Han characters means Japanese. */
function languageOfLetters(text: string): string | undefined {
  if (onlyLatin.test(text)) return /\p{sc=Latin}/u.test(text) ? 'und-Latn' : undefined;
  const counts = languageOfScript.map(([script, language]) => ({ language, count: text.match(script)?.length ?? 0 }));
  const [kana, , han] = counts as [(typeof counts)[0], (typeof counts)[0], (typeof counts)[0]];
  if (kana.count > 0) kana.count += han.count;
  const mostFrequent = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return mostFrequent.count > 0 ? mostFrequent.language : undefined;
}

/** Returns the language of a text if its script differs from that of the expected language. */
export function detectOtherLanguage(text: string, expected: string): string | undefined {
  const detected = languageOfLetters(text);
  return detected && scriptOfLanguage(detected) !== scriptOfLanguage(expected) ? detected : undefined;
}
