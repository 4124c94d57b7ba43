// The creator's JSON files, read and held to their schemas.
import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { checker, inWords } from '#contract/validation.ts';
import { nameOf } from './settings.ts';

/** A mistake in the creator's files; the message says all that there is to say. */
export class ContentError extends Error {}

/** A missing file is `absent`, where that is given; else an Error says what is wrong and what to do, every problem a line. */
export function readJsonFile<S extends TSchema>(path: string, schema: S, absent?: Static<S>): Static<S> {
  const name = nameOf(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ContentError(`${name} can't be read: ${message}`);
    if (absent !== undefined) return absent;
    throw new ContentError(`${name} does not exist. \`npm run init -- https://your-site.example\` makes a first one.`);
  }
  const result = checker(schema)(parse(name, text));
  if (result.ok) return result.value;
  throw new ContentError(result.problems.map((problem) => `${name}: ${inWords(problem)}`).join('\n'));
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ContentError(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}
