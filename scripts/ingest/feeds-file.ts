// Reads and checks content/feeds.json.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FeedsFile } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { readJsonFile } from '../json-file.ts';

/** Reads the feeds. Throws an Error that lists every problem of the file. */
export const readFeedsFile = (contentDir: string): FeedsFile => readJsonFile(join(contentDir, 'feeds.json'), FeedsFile);

/** Returns the hash by which the running room notices a change of the file. */
export function hashFeedsFile(contentDir: string): string | undefined {
  const path = join(contentDir, 'feeds.json');
  return existsSync(path) ? sha256(readFileSync(path)) : undefined;
}
