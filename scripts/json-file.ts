// Reads the creator's JSON files and checks them against their schemas.
import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { type SchemaProblem, unknownFieldMessage } from '#contract/validation.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { findFileProblems } from '../sidecar/content/file-problems.ts';
import { shortPath } from './settings.ts';

/** Mistake in the creator's files. The message is complete; a stack trace adds nothing. */
export class ContentError extends Error {}

/**
 * Reads a file. Throws a ContentError with one line for each problem and its remedy. Returns `absent`, if given, for a
 * file that does not exist.
 */
export function readJsonFile<S extends TSchema>(path: string, schema: S, absent?: Static<S>): Static<S> {
  const name = shortPath(path);
  let text: string;
  try {
    text = decodeFile(readFileSync(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ContentError(`${name} cannot be read: ${message}`);
    if (absent !== undefined) return absent;
    throw new ContentError(`${name} does not exist. Create it with \`npm run init -- https://your-site.example\`.`);
  }
  const problems = findProblemsInText(text, schema);
  if (problems.length === 0) return JSON.parse(text) as Static<S>;
  const formatProblem = ({ key, says, fix }: FileProblem) =>
    [name + ':', key, says].filter(Boolean).join(' ') + (fix ? `; ${fix}` : '');
  throw new ContentError(problems.map(formatProblem).join('\n'));
}

export interface FileProblem {
  /** Path of the field, such as `feeds.0.url`. */
  key?: string;
  says: string;
  /** Suggested correction. */
  fix?: string;
}

/** Returns the names of the fields that the schema allows at a path. */
function fieldNamesAt(schema: TSchema, path: string[]): string[] {
  let at = schema as { properties?: Record<string, TSchema>; items?: TSchema } | undefined;
  for (const step of path) at = /^\d+$/.test(step) ? at?.items : at?.properties?.[step];
  return Object.keys(at?.properties ?? {});
}

function suggestFieldName(schema: TSchema, { field, message }: SchemaProblem): string | undefined {
  if (message !== unknownFieldMessage) return undefined;
  const path = field.split('.');
  return nearestName(path.pop()!, fieldNamesAt(schema, path));
}

function findProblemsInText(text: string, schema: TSchema): FileProblem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [{ says: `is not valid JSON: ${(error as Error).message}` }];
  }
  return findFileProblems(schema, value).map((problem) => {
    const name = suggestFieldName(schema, problem);
    return {
      key: problem.field || 'the whole',
      says: problem.message,
      ...(name && { fix: `did you mean ${name}?` }),
    };
  });
}

/** Returns every problem of an existing file. */
export const contentFileProblems = (path: string, schema: TSchema): FileProblem[] =>
  findProblemsInText(decodeFile(readFileSync(path)), schema);
