// Question about the date of a waiting item.
import type { ConsoleTranslate } from '../messages/messages.ts';

/** `dateText` is the date that the source states, if it states one that cannot be read. */
export const undatedQuestion = (t: ConsoleTranslate, dateText: string | undefined): string =>
  dateText
    ? t('When was this published? The date of the source, “{text}”, cannot be read. Set the date.', { text: dateText })
    : t('When was this published? The source states no date. Set the date, or approve it with the current time.');
