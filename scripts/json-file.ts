// The creator's JSON files, read and held to their schemas.
import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { type SchemaProblem, unknownFieldMessage } from '#contract/validation.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { findFileProblems } from '../sidecar/content/file-problems.ts';
import { nameOf } from './settings.ts';

/** A mistake in the creator's files; the message says all that there is to say. */
export class ContentError extends Error {}

/**
 * A missing file is `absent`, where that is given; else an Error says what is wrong and what to do, every problem a
 * line.
 */
export function readJsonFile<S extends TSchema>(path: string, schema: S, absent?: Static<S>): Static<S> {
  const name = nameOf(path);
  let text: string;
  try {
    text = decodeFile(readFileSync(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ContentError(`${name} can't be read: ${message}`);
    if (absent !== undefined) return absent;
    throw new ContentError(`${name} does not exist. \`npm run init -- https://your-site.example\` makes a first one.`);
  }
  const problems = problemsIn(text, schema);
  if (problems.length === 0) return JSON.parse(text) as Static<S>;
  const lineOf = ({ key, says, fix }: FileProblem) =>
    [name + ':', key, says].filter(Boolean).join(' ') + (fix ? `; ${fix}` : '');
  throw new ContentError(problems.map(lineOf).join('\n'));
}

export interface FileProblem {
  /** The field, as a path: `feeds.0.url`. */
  key?: string;
  says: string;
  /** Suggested correction. */
  fix?: string;
}

/** The fields that the schema knows where the path leads. */
function namesAt(schema: TSchema, path: string[]): string[] {
  let at = schema as { properties?: Record<string, TSchema>; items?: TSchema } | undefined;
  for (const step of path) at = /^\d+$/.test(step) ? at?.items : at?.properties?.[step];
  return Object.keys(at?.properties ?? {});
}

function meant(schema: TSchema, { field, message }: SchemaProblem): string | undefined {
  if (message !== unknownFieldMessage) return undefined;
  const path = field.split('.');
  return nearestName(path.pop()!, namesAt(schema, path));
}

function problemsIn(text: string, schema: TSchema): FileProblem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [{ says: `is not valid JSON: ${(error as Error).message}` }];
  }
  return findFileProblems(schema, value).map((problem) => {
    const name = meant(schema, problem);
    return {
      key: problem.field || 'the whole',
      says: problem.message,
      ...(name && { fix: `did you mean ${name}?` }),
    };
  });
}

/** Every problem of a file that is there. */
export const contentFileProblems = (path: string, schema: TSchema): FileProblem[] =>
  problemsIn(decodeFile(readFileSync(path)), schema);
