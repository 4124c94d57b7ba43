// Reads the creator's JSON files and validates them against their schemas.
import type { Static, TSchema } from 'typebox';
import { checker, describeProblem } from '#contract/validation.ts';
import { readContentFile as readContentText } from '../../content/json-file.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';

const maxProblems = 20;

/** Content of a file, or the problems that make it unusable. */
export type ContentFile<T> = { value?: T; problems: string[] };

/** Reads and validates a file. Returns neither a value nor problems if it does not exist. */
export async function readContentFile<S extends TSchema>(
  desk: Pick<ReviewDesk, 'fs' | 'contentDir'>,
  name: string,
  schema: S,
): Promise<ContentFile<Static<S>>> {
  try {
    const text = await readContentText(desk, name);
    if (text === undefined) return { problems: [] };
    const result = checker(schema)(JSON.parse(text));
    return result.ok
      ? { value: result.value, problems: [] }
      : { problems: result.problems.slice(0, maxProblems).map(describeProblem) };
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
}
