// content/feeds.json, read and checked.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FeedsFile } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { readJsonFile } from '../json-file.ts';
import { nameOf } from '../settings.ts';

/** Throws an Error that names every problem of the file. */
export function readFeedsFile(contentDir: string): FeedsFile {
  const path = join(contentDir, 'feeds.json');
  const file = readJsonFile(path, FeedsFile);
  const problems = [...file.feeds.flatMap(problem), ...repeated(file.feeds.map(({ id }) => id))];
  if (problems.length > 0) throw new Error(problems.map((text) => `${nameOf(path)}: ${text}`).join('\n'));
  return file;
}

/** By which the running room sees that the file has changed since. */
export function hashOfFeedsFile(contentDir: string): string | undefined {
  const path = join(contentDir, 'feeds.json');
  return existsSync(path) ? sha256(readFileSync(path)) : undefined;
}

const problem = ({ id, url, file }: FeedsFile['feeds'][number]): string[] =>
  url || file ? [] : [`feed ${id} has neither url nor file`];

const repeated = (ids: string[]): string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two feeds have the id ${id}`);
