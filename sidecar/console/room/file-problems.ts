// Describes the problems of one of the creator's files with the labels of its fields.
import type { SchemaProblem } from '#contract/validation.ts';
import { translateProblem } from '../messages/problems.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';
import { fileFieldLabel } from './labels.ts';

const withoutNumbers = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, '');

/** Returns each combination of field and reason once. */
export function describeFileProblems(
  t: ConsoleTranslate,
  problems: SchemaProblem[],
): { name?: string; text: string }[] {
  const fileProblems = problems.map(({ field, message }) => ({
    ...(field && { name: field }),
    text: `${t.any(fileFieldLabel(withoutNumbers(field)) || 'The file')} ${translateProblem(t, message)}.`,
  }));
  return [...new Map(fileProblems.map((one) => [`${one.name} ${one.text}`, one])).values()];
}
