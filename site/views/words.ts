// The words of a room, and the attributes of a part that is in another language.
import { textDirection, type Translate, translatorFor } from '#domain/messages/messages.ts';
import type { PublicFacts } from '#domain/room.ts';

export { joinList as inList, type Translate as Say } from '#domain/messages/messages.ts';

const made = new Map<string, Translate>();

/** Every component of every page asks for the same. */
export function wordsOf({ creator: { language } }: Pick<PublicFacts, 'creator'>): Translate {
  const t = made.get(language) ?? translatorFor(language);
  made.set(language, t);
  return t;
}

/** `lang` and `dir` of an element; nothing where the language is the room's. */
export const inLanguage = (language: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } =>
  language === undefined ? {} : { lang: language, dir: textDirection(language) };
