// What was typed into a form that is not taken: given back to be copied, since going back may show the form empty.
import type { FormValues } from './page.ts';

/** What the page put in, and what must not be shown. */
const ignoredFields = new Set(['csrf', 'revision', 'back', 'answer', 'link', 'old', 'password', 'again']);
/** Less is typed again as fast as it is copied. */
const minLength = 40;

export const longTexts = (form: FormValues = {}): string[] =>
  Object.entries(form).flatMap(([name, values]) =>
    ignoredFields.has(name) ? [] : values.filter((value) => value.trim().length >= minLength),
  );
