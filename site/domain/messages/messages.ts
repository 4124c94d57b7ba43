// The messages of the public site in the creator's language, or in English if there are none.
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
import { countWords } from '../text/word-count.ts';

export type MessageKey = keyof typeof en;
export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string;

type Messages = Record<MessageKey, string>;

/** The messages of each language; a language that lacks one does not compile. */
export const messagesByLanguage: Record<string, Messages> = { ar, de, en, es, fr, it, ja, nl, pl, pt };

/** Returns a BCP 47 tag in its canonical form; English for an invalid tag. */
export const canonicalLocale = memoizeText((language: string): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
});

/** Returns the language of the messages: the tag itself, its primary language, or English. */
export function messageLanguage(language: string): string {
  const tag = canonicalLocale(language);
  const [primary = 'en'] = tag.split('-');
  return [tag, primary, 'en'].find((name) => Object.hasOwn(messagesByLanguage, name))!;
}

const slotWithStop = /\{(\w+)\}([.。]?)/g;
const endsInStop = /[.。．｡]$/;

/**
 * Fills `{name}` slots; undefined leaves a slot. Omits a full stop after a value that ends with one, such as `Sammy
 * Davis Jr.`
 */
export const fillSlots = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(slotWithStop, (slot, name: string, stop: string) => {
    const value = valueOf(name);
    if (value === undefined) return slot;
    return endsInStop.test(value) ? value : value + stop;
  });

/** Returns the translation function of a language. A missing value leaves its slot unfilled. */
export const translatorFor = memoizeText((language: string): Translate => {
  const messages = messagesByLanguage[messageLanguage(language)]!;
  return (key, values) => (values ? fillSlots(messages[key], (name) => values[name]?.toString()) : messages[key]);
});

/** Joins the present parts by commas of the language. */
export const joinList = (t: Translate, parts: (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(t('comma'));

type CountedMessage = MessageKey extends infer Key ? (Key extends `${infer Name}.one` ? Name : never) : never;

/** Returns a message in the plural form for a count; Polish and Arabic have more than two forms. */
export function translateCount(
  language: string,
  name: CountedMessage,
  count: number,
  values: Record<string, string | number>,
): string {
  const available = messageLanguage(language);
  const form = `${name}.${new Intl.PluralRules(available).select(count)}`;
  const key = Object.hasOwn(messagesByLanguage[available]!, form) ? form : `${name}.other`;
  return translatorFor(language)(key as MessageKey, values);
}

/** Returns the length of a text as its readers count it: in characters in Japanese, in words otherwise. */
export function lengthLabel(language: string, text: string, formatNumber: (count: number) => string): string {
  const isJapanese = messageLanguage(language) === 'ja';
  const count = isJapanese ? [...text.replace(/\s/g, '')].length : countWords(text);
  return translateCount(language, 'kit.words', count, { count: formatNumber(count) });
}

/** Returns the name of a language in another one, or the tag if it is unknown. */
export function languageName(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const textDirection = memoizeText(
  (language: string): 'ltr' | 'rtl' =>
    (new Intl.Locale(canonicalLocale(language)) as { getTextInfo?: () => { direction: 'ltr' | 'rtl' } }).getTextInfo?.()
      .direction ?? 'ltr',
);
