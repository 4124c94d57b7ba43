// A line of a command on the terminal; text from outside cannot rewrite what is shown.
import { stripVTControlCharacters } from 'node:util';

export const say = (...parts: (string | null)[]): void =>
  console.log(stripVTControlCharacters(parts.filter(Boolean).join('  ')).replace(/[\p{Cc}\p{Cf}]/gu, ' '));
