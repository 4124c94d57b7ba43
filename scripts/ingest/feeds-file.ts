// content/feeds.json, read and checked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FeedsFile, FeedsFile as schema } from '#contract/schemas/content-files.ts';
import { compile, problemsOf } from './validate.ts';

const validate = compile(schema);

/** Throws an Error that names every problem of the file. */
export function readFeedsFile(contentDir: string): FeedsFile {
  const path = join(contentDir, 'feeds.json');
  const value = parse(path);
  if (!validate(value)) throw new Error(`${path}: ${problemsOf(validate)}`);
  const file = value as FeedsFile;
  const problems = [...file.feeds.flatMap(problem), ...repeated(file.feeds.map(({ id }) => id))];
  if (problems.length > 0) throw new Error(`${path}: ${problems.join('; ')}`);
  return file;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const advice = isMissing
      ? 'does not exist; `npm run init -- <your site>` makes one'
      : `is not valid JSON: ${(error as Error).message}`;
    throw new Error(`${path} ${advice}`);
  }
}

const problem = ({ id, url, file }: FeedsFile['feeds'][number]): string[] =>
  url || file ? [] : [`feed ${id} has neither url nor file`];

const repeated = (ids: string[]): string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two feeds have the id ${id}`);
