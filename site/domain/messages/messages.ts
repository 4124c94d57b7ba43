// The words of the room in the creator's language; English where there is no file of it.
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import { memoizeText } from '../text/memoize-text.ts';

export type MessageKey = keyof typeof en;
export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string;

type Messages = Record<MessageKey, string>;

/** A file of these that lacks a message does not compile. */
const completeLanguages: Record<string, Messages> = { en, de };
/** These say what visitors see, and leave pages for programs to English. */
const partialLanguages: Record<string, Partial<Messages>> = { ar, es, fr, it, ja, nl, pl, pt };
export const messagesByLanguage: Record<string, Partial<Messages>> = { ...completeLanguages, ...partialLanguages };

/** A BCP 47 tag in its canonical form; English where the language is none. */
export const canonicalLocale = memoizeText((language: string): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
});

/** The language that the words come in: the file of this tag, or of its language, or English. */
export function messageLanguage(language: string): string {
  const tag = canonicalLocale(language);
  const [primary = 'en'] = tag.split('-');
  return [tag, primary, 'en'].find((name) => Object.hasOwn(messagesByLanguage, name))!;
}

const slotWithStop = /\{(\w+)\}([.。]?)/g;
const endsInStop = /[.。．｡]$/;

/** Fills `{name}` slots, where undefined leaves the slot; a name such as `Sammy Davis Jr.` ends a sentence without another full stop. */
export const fillSlots = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(slotWithStop, (slot, name: string, stop: string) => {
    const value = valueOf(name);
    if (value === undefined) return slot;
    return endsInStop.test(value) ? value : value + stop;
  });

/** A value that is not given leaves its slot, which a test would see. */
export const translatorFor = memoizeText((language: string): Translate => {
  const words = { ...en, ...messagesByLanguage[messageLanguage(language)] };
  return (key, values) => (values ? fillSlots(words[key], (name) => values[name]?.toString()) : words[key]);
});

/** What there is of it, one after the other. */
export const joinList = (t: Translate, parts: (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(t('comma'));

type CountedMessage = MessageKey extends infer Key ? (Key extends `${infer Name}.one` ? Name : never) : never;

/** A message in the form that a count takes in the language of the words; Polish and Arabic have more forms than two. */
export function translateCount(
  language: string,
  name: CountedMessage,
  count: number,
  values: Record<string, string | number>,
): string {
  const spoken = messageLanguage(language);
  const form = `${name}.${new Intl.PluralRules(spoken).select(count)}`;
  const has = Object.hasOwn(messagesByLanguage[spoken]!, form) || Object.hasOwn(en, form);
  return translatorFor(language)((has ? form : `${name}.other`) as MessageKey, values);
}

/** The direction of a language's script. */
export const textDirection = memoizeText(
  (language: string): 'ltr' | 'rtl' =>
    (new Intl.Locale(canonicalLocale(language)) as { getTextInfo?: () => { direction: 'ltr' | 'rtl' } }).getTextInfo?.()
      .direction ?? 'ltr',
);
