// Words, days and counts of a PDF in the language of the room.
import { localeOf, type Say, sayIn } from '../messages/messages.ts';

export interface Language {
  tag: string;
  say: Say;
  day: (date: string) => string;
  number: (value: number) => string;
  /** The name of a language; the tag itself where it is none. */
  nameOf: (tag: string) => string;
}

const shape = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

function nameIn(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function languageOf(wanted: string): Language {
  const tag = localeOf(wanted);
  return {
    tag,
    say: sayIn(tag),
    day: (date) => new Intl.DateTimeFormat(tag, shape).format(new Date(date)),
    number: (value) => new Intl.NumberFormat(tag).format(value),
    nameOf: (other) => nameIn(tag, other),
  };
}
