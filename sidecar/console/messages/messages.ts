// The words of the console. Pages are written in English, and each text is looked up in the file of the reader's language.
import { fillSlots, canonicalLocale } from '#domain/messages/messages.ts';
import de from './de.json' with { type: 'json' };

type Catalogue = typeof de;

/** Fill the slots of a text; numbers are written as the language writes them. */
export type MessageValues = Record<string, string | number>;
/** A text that each language has; another one does not compile. */
export type ConsoleMessage = { [Key in keyof Catalogue]: Catalogue[Key] extends string ? Key : never }[keyof Catalogue];
/** A text with `{count}` in it, of which languages have a form for each kind of number. */
export type CountedConsoleMessage = Exclude<keyof Catalogue, ConsoleMessage>;

export interface ConsoleTranslate {
  (text: ConsoleMessage, values?: MessageValues): string;
  /** English says `one` where there is a single thing. */
  count: (one: string, many: CountedConsoleMessage, count: number, values?: MessageValues) => string;
  /** What other parts of the program say, in English where no file has it. */
  any: (text: string) => string;
  number: (value: number, decimals?: number) => string;
  /** `2026-11-18` for the eye. */
  day: (day: string) => string;
  /** BCP 47 tag for dates and numbers. */
  locale: string;
  language: string;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** A language is a file and a name here; what it lacks is said in English. */
const catalogues: Record<string, Partial<Record<keyof Catalogue, string | Forms>>> = { de };
const locales: Record<string, string> = { en: 'en-GB' };

export const consoleLanguages = ['en', ...Object.keys(catalogues)];

/** The first of the tags that the console speaks, whatever its region; English where it speaks none. */
export function matchConsoleLanguage(...tags: (string | undefined)[]): string {
  const primaries = tags.map((tag) => tag && canonicalLocale(tag).split('-')[0]!);
  return primaries.find((primary) => primary && consoleLanguages.includes(primary)) ?? 'en';
}

const figuresWith = (locale: string, decimals: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

export function consoleTranslatorFor(language: string): ConsoleTranslate {
  const locale = locales[language] ?? language;
  const [figures, plurals] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)];
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const entry = (text: string): string | Forms | undefined => {
    const catalogue = catalogues[language];
    return catalogue && Object.hasOwn(catalogue, text) ? catalogue[text as keyof Catalogue] : undefined;
  };
  /** A slot that is given no value stays. */
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

/** What a language calls itself. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
