// The creator's JSON files as they lie in the content folder at this moment, held to their schemas.
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { checker, describeProblem } from '#contract/validation.ts';
import { ignoreMissingFile, type ReviewDesk } from '../../content/review-desk.ts';

const mostProblems = 20;

/** `problems` say what is wrong with a file that cannot be used. */
export type ContentFile<T> = { value?: T; problems: string[] };

/** Neither a value nor problems where there is no such file. */
export async function readContentFile<S extends TSchema>(
  { fs, contentDir }: Pick<ReviewDesk, 'fs' | 'contentDir'>,
  name: string,
  schema: S,
): Promise<ContentFile<Static<S>>> {
  try {
    const text = await fs.readFile(join(contentDir, name), 'utf8').catch(ignoreMissingFile);
    if (text === undefined) return { problems: [] };
    const result = checker(schema)(JSON.parse(text));
    return result.ok
      ? { value: result.value, problems: [] }
      : { problems: result.problems.slice(0, mostProblems).map(describeProblem) };
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
}
