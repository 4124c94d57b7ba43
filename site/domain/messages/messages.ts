// The words of the room in the creator's language; English where there is no file of it.
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };

export type MessageKey = keyof typeof en;
export type Say = (key: MessageKey, values?: Record<string, string | number>) => string;

type Words = Record<MessageKey, string>;

/** A file of these that lacks a message does not compile. */
const whole: Record<string, Words> = { en, de };
/** These say what visitors see, and leave forms and pages for programs to English. */
const inPart: Record<string, Partial<Words>> = { ar, ja };
export const languages: Record<string, Partial<Words>> = { ...whole, ...inPart };

/** A BCP 47 tag in its canonical form; English where the language is none. */
export function localeOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}

/** The language that the words come in: the file of this tag, or of its language, or English. */
export function wordsLanguage(language: string): string {
  const tag = localeOf(language);
  const [primary = 'en'] = tag.split('-');
  return [tag, primary, 'en'].find((name) => Object.hasOwn(languages, name))!;
}

/** Fills `{name}` slots; a value that is not given leaves the slot, which a test would see. */
export function sayIn(language: string): Say {
  const words = { ...en, ...languages[wordsLanguage(language)] };
  return (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot));
}

/** Which of two messages a count takes, in the language of the words. */
export const formOf = (language: string, count: number): 'one' | 'other' =>
  new Intl.PluralRules(wordsLanguage(language)).select(count) === 'one' ? 'one' : 'other';

/** The direction of a language's script. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  (new Intl.Locale(localeOf(language)) as { getTextInfo?: () => { direction: 'ltr' | 'rtl' } }).getTextInfo?.()
    .direction ?? 'ltr';
