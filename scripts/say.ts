// What a command writes to the terminal; text from outside cannot rewrite what is shown.
import { escapedJson, withSigns } from '#domain/text/unseen.ts';

export const say = (...parts: (string | null)[]): void =>
  console.log(
    withSigns(
      parts
        .filter(Boolean)
        .join('  ')
        .replace(/[\t\n]+/g, ' '),
    ),
  );

export const jsonText = (value: unknown): string => escapedJson(JSON.stringify(value, null, 2));
