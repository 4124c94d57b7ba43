// What a password of the console must be: long, of different characters, and not made of the room's own names.
import type { ConsoleTranslate } from '../messages/messages.ts';

export const passwordMinLength = 12;
/** Far beyond what anybody types; hashing more would only take time. */
export const passwordMaxLength = 200;

const minDifferentCharacters = 5;
/** What must be left of a password when the names are taken out of it. */
const minCharactersWithoutNames = 8;

const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Words of three letters and fewer stand in many good passwords. */
const longWordsInNames = (names: string[]): string[] =>
  names.flatMap((name) => name.split(/\s+/).map(lettersAndDigits)).filter((word) => word.length > 3);

function isMadeOfNames(password: string, names: string[]): boolean {
  const whole = lettersAndDigits(password);
  const rest = longWordsInNames(names).reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && rest.length < minCharactersWithoutNames;
}

/** What is wrong with a new password, for the creator to read; undefined when it will do. */
export function passwordProblem(password: string, names: string[], t: ConsoleTranslate): string | undefined {
  const characters = [...password];
  if (characters.length < passwordMinLength)
    return t('Take at least {count} characters: a few words do well.', { count: passwordMinLength });
  if (characters.length > passwordMaxLength) return t('Take at most {count} characters.', { count: passwordMaxLength });
  if (new Set(characters).size < minDifferentCharacters)
    return t('Take at least {count} different characters.', { count: minDifferentCharacters });
  if (isMadeOfNames(password, names)) return t('Take one that is not made of your name or the publication’s.');
  return undefined;
}
