// Translation into the language of the room, and the attributes of an element that is in another language.
import { textDirection, type Translate, translatorFor } from '#domain/messages/messages.ts';
import type { PublicFacts } from '#domain/room.ts';

export { joinList, type Translate } from '#domain/messages/messages.ts';

/** Returns the function that translates message keys into the language of the room. */
export const translatorOfRoom = ({ creator }: Pick<PublicFacts, 'creator'>): Translate =>
  translatorFor(creator.language);

/** Returns the `lang` and `dir` attributes of an element, or none if the language is undefined. */
export const languageAttributes = (language: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } =>
  language === undefined ? {} : { lang: language, dir: textDirection(language) };
