// What is wrong with one of the creator's files, as a form says it: the field's label and why.
import type { SchemaProblem } from '#contract/validation.ts';
import { sayProblem } from '../words/problem.ts';
import type { Say } from '../words/words.ts';
import { labelOf } from './labels.ts';

const withoutNumbers = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, '');

/** Once for each field and reason. */
export function inFull(say: Say, problems: SchemaProblem[]): { name?: string; text: string }[] {
  const said = problems.map(({ field, message }) => ({
    ...(field && { name: field }),
    text: `${say.any(labelOf(withoutNumbers(field)) || 'The file')} ${sayProblem(say, message)}.`,
  }));
  return [...new Map(said.map((one) => [`${one.name} ${one.text}`, one])).values()];
}
