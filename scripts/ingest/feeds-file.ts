// content/feeds.json, read and checked.
import { join } from 'node:path';
import { FeedsFile } from '#contract/schemas/content-files.ts';
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

const problem = ({ id, url, file }: FeedsFile['feeds'][number]): string[] =>
  url || file ? [] : [`feed ${id} has neither url nor file`];

const repeated = (ids: string[]): string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two feeds have the id ${id}`);
