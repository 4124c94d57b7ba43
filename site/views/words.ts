// The words of a room, and the attributes of a part that is in another language.
import { directionOf, type Say, sayIn } from '#domain/messages/messages.ts';
import type { PublicFacts } from '#domain/room.ts';

export { inList, type Say } from '#domain/messages/messages.ts';

const made = new Map<string, Say>();

/** Every component of every page asks for the same. */
export function wordsOf({ creator: { language } }: Pick<PublicFacts, 'creator'>): Say {
  const say = made.get(language) ?? sayIn(language);
  made.set(language, say);
  return say;
}

/** `lang` and `dir` of an element; nothing where the language is the room's. */
export const inLanguage = (language: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } =>
  language === undefined ? {} : { lang: language, dir: directionOf(language) };
