// Chooses the language of the console in this browser.
import { type Action, field } from '../page.ts';
import { languages } from '../words/words.ts';

export const setLanguage: Action = async (_parts, form) => {
  const language = languages.find((one) => one === field(form, 'language')) ?? '';
  return { to: '/account', notice: 'saved', language };
};
