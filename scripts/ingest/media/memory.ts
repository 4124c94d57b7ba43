// Stores the results for addresses of pictures and recordings, and manages the copies in content/media.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copiesFolder, copyBaseName } from '#domain/items/media-replacements.ts';
import {
  listCopyFiles,
  type MediaMemory,
  mediaMemoryFile,
  type CopyOutcome,
} from '../../../sidecar/content/media-copies.ts';
import { writeIfChanged } from '../../write-file.ts';

/** Time after which a failed source is requested again. */
const retryAfterMs = 24 * 60 * 60 * 1000;

export const writeMemory = (contentDir: string, memory: MediaMemory): Promise<boolean> =>
  writeIfChanged(mediaMemoryFile(contentDir), `${JSON.stringify(memory, undefined, 1)}\n`);

export const isSettled = (outcome: CopyOutcome | undefined, now: Date): outcome is CopyOutcome =>
  outcome !== undefined && ('place' in outcome || now.getTime() - Date.parse(outcome.at) < retryAfterMs);

/** Deletes the copies of all other addresses. Releases that use them have their own hard links. */
export function removeUnusedCopies(contentDir: string, addresses: Iterable<string>): void {
  const usedNames = new Set([...addresses].map(copyBaseName));
  const folder = join(contentDir, 'media', copiesFolder);
  for (const name of listCopyFiles(contentDir))
    if (!usedNames.has(name.replace(/(-\d+)?\..*$/, ''))) rmSync(join(folder, name));
}

export const countCopyBytes = (contentDir: string): number => {
  const folder = join(contentDir, 'media', copiesFolder);
  return listCopyFiles(contentDir).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
};
