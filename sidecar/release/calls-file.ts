// Hands what was counted to the next build, in the creator's build folder.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryPath } from '../storage/leftovers.ts';
import { type CallCounts, callCountsFile } from '#contract/schemas/content-files.ts';

/** Whole or not at all; to be called before a build is started. */
export async function writeCalls(contentDir: string, calls: CallCounts): Promise<void> {
  const folder = join(contentDir, '.build');
  await mkdir(folder, { recursive: true });
  const file = join(folder, callCountsFile);
  await writeFile(temporaryPath(file), JSON.stringify(calls));
  await rename(temporaryPath(file), file);
}
