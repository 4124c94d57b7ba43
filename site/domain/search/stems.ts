// Word stems by the Snowball algorithms, so that one form of a word finds the others.
import { createStemmer } from 'multilingual-stemmer';
import { foldWord } from './words.ts';

export type Stem = (word: string) => string;

const languages =
  'ar ca cs da de el en eo es et eu fa fi fr ga hi hu hy id it lt ne nl no pl pt ro ru sr sv ta tr yi'.split(' ');
/** Returns the code of a language's algorithm; both written forms of Norwegian have the same. */
const languageCode = (language: string): string => {
  const [code = ''] = language.toLowerCase().split('-');
  return code === 'nb' || code === 'nn' ? 'no' : code;
};

const stemmers = new Map<string, Stem>();

/** Returns the stemmer of a BCP 47 language for folded words. Without an algorithm every word is its own stem. */
export function stemmerFor(language: string): Stem {
  const code = languageCode(language);
  if (!languages.includes(code)) return (word) => word;
  if (!stemmers.has(code)) {
    const stem = createStemmer(code as 'en');
    stemmers.set(code, (word) => foldWord(stem(word)));
  }
  return stemmers.get(code)!;
}
