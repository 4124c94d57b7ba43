// content/feeds.json, read and checked.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FeedsFile } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { readJsonFile } from '../json-file.ts';

/** Throws an Error that names every problem of the file. */
export const readFeedsFile = (contentDir: string): FeedsFile => readJsonFile(join(contentDir, 'feeds.json'), FeedsFile);

/** By which the running room sees that the file has changed since. */
export function hashFeedsFile(contentDir: string): string | undefined {
  const path = join(contentDir, 'feeds.json');
  return existsSync(path) ? sha256(readFileSync(path)) : undefined;
}
