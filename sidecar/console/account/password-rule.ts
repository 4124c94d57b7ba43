// Rules for console passwords: long enough, varied, and not built from the names of the creator or publication.
import type { ConsoleTranslate } from '../messages/messages.ts';

export const passwordMinLength = 12;
/** Limits the work of hashing; nobody types a password of this length. */
export const passwordMaxLength = 200;

const minDifferentCharacters = 5;
/** Characters that must remain after the names are removed from a password. */
const minCharactersWithoutNames = 8;

const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the words of more than three letters. Shorter ones occur in many good passwords. */
const longWordsInNames = (names: string[]): string[] =>
  names.flatMap((name) => name.split(/\s+/).map(lettersAndDigits)).filter((word) => word.length > 3);

function isMadeOfNames(password: string, names: string[]): boolean {
  const whole = lettersAndDigits(password);
  const rest = longWordsInNames(names).reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && rest.length < minCharactersWithoutNames;
}

/** Returns the problem of a new password as text for the creator, or undefined if it is acceptable. */
export function findPasswordProblem(password: string, names: string[], t: ConsoleTranslate): string | undefined {
  const characters = [...password];
  if (characters.length < passwordMinLength)
    return t('Use at least {count} characters, for example a few words.', { count: passwordMinLength });
  if (characters.length > passwordMaxLength) return t('Use at most {count} characters.', { count: passwordMaxLength });
  if (new Set(characters).size < minDifferentCharacters)
    return t('Use at least {count} different characters.', { count: minDifferentCharacters });
  if (isMadeOfNames(password, names))
    return t('Choose a password that is not based on your name or your publication’s.');
  return undefined;
}
