// Messages of the console. The English text is the key of the translations.
import { fillSlots, canonicalLocale } from '#domain/messages/messages.ts';
import de from './de.json' with { type: 'json' };

type Catalogue = typeof de;

/** Values for the slots of a text. Numbers are formatted for the locale. */
export type MessageValues = Record<string, string | number>;
/** Message that is translated into each language. */
export type ConsoleMessage = { [Key in keyof Catalogue]: Catalogue[Key] extends string ? Key : never }[keyof Catalogue];
/** Message with `{count}`, which has a form for each plural category. */
export type CountedConsoleMessage = Exclude<keyof Catalogue, ConsoleMessage>;

export interface ConsoleTranslate {
  (text: ConsoleMessage, values?: MessageValues): string;
  /** Translates a counted message. `one` is the English singular. */
  count: (one: string, many: CountedConsoleMessage, count: number, values?: MessageValues) => string;
  /** Translates a text from elsewhere in the program. Returns it unchanged if there is no translation. */
  any: (text: string) => string;
  number: (value: number, decimals?: number) => string;
  /** Formats a day such as `2026-11-18`. */
  day: (day: string) => string;
  /** BCP 47 tag for the format of dates and numbers. */
  locale: string;
  language: string;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** Translations by language. Missing ones fall back to English. */
const catalogues: Record<string, Partial<Record<keyof Catalogue, string | Forms>>> = { de };
const locales: Record<string, string> = { en: 'en-GB' };

export const consoleLanguages = ['en', ...Object.keys(catalogues)];

/** Returns the first tag whose language the console has, in any region; otherwise English. */
export function matchConsoleLanguage(...tags: (string | undefined)[]): string {
  const primaries = tags.map((tag) => tag && canonicalLocale(tag).split('-')[0]!);
  return primaries.find((primary) => primary && consoleLanguages.includes(primary)) ?? 'en';
}

const figuresWith = (locale: string, decimals: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

export function consoleTranslatorFor(language: string): ConsoleTranslate {
  const locale = locales[language] ?? language;
  const figures = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const entry = (text: string): string | Forms | undefined => {
    const catalogue = catalogues[language];
    return catalogue && Object.hasOwn(catalogue, text) ? catalogue[text as keyof Catalogue] : undefined;
  };
  /** Fills the slots of a text. Slots without a value stay. */
  const fill = (text: string, values: MessageValues): string =>
    fillSlots(text, (name) => {
      const value = values[name];
      return typeof value === 'number' ? figures.format(value) : value;
    });
  const any = (text: string): string => {
    const message = entry(text);
    return typeof message === 'string' ? message : text;
  };
  const countOf: ConsoleTranslate['count'] = (one, many, count, values) => {
    const message = entry(many);
    const forms = typeof message === 'object' ? message : { one, other: many };
    return fill(forms[plurals.select(count)] ?? forms.other ?? many, { ...values, count });
  };
  const t = (text: ConsoleMessage, values: MessageValues = {}) => fill(any(text), values);
  return Object.assign(t, {
    count: countOf,
    any,
    number: (value: number, decimals?: number) =>
      (decimals === undefined ? figures : figuresWith(locale, decimals)).format(value),
    day: (day: string) => days.format(Date.parse(day)),
    locale,
    language,
  });
}

/** Returns the name of a language in that language. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
