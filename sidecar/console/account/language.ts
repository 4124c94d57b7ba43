// Chooses the language of the console in this browser.
import { type RunAction, formField } from '../page.ts';
import { consoleLanguages } from '../messages/messages.ts';

export const setLanguage: RunAction = async (_parts, form) => {
  const language = consoleLanguages.find((one) => one === formField(form, 'language')) ?? '';
  return { to: '/account', notice: 'saved', language };
};
