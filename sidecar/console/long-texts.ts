// Collects long input from a rejected form for the creator to copy, because going back may clear the form.
import type { FormValues } from './page.ts';

/** Fields that the page filled in or that must not be shown. */
const ignoredFields = new Set(['csrf', 'revision', 'back', 'answer', 'link', 'old', 'password', 'repeat']);
/** Minimum length in characters. Shorter input is quickly typed again. */
const minLength = 40;

export const collectLongTexts = (form: FormValues = {}): string[] =>
  Object.entries(form).flatMap(([name, values]) =>
    ignoredFields.has(name) ? [] : values.filter((value) => value.trim().length >= minLength),
  );
