// How long what is known of an address over http holds, and how much the copies in content/media take.
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

/** A source that failed is asked again after a day. */
const retryAfterMs = 24 * 60 * 60 * 1000;

export const writeMemory = (contentDir: string, memory: MediaMemory): Promise<boolean> =>
  writeIfChanged(mediaMemoryFile(contentDir), `${JSON.stringify(memory, undefined, 1)}\n`);

export const isSettled = (outcome: CopyOutcome | undefined, now: Date): outcome is CopyOutcome =>
  outcome !== undefined && ('place' in outcome || now.getTime() - Date.parse(outcome.at) < retryAfterMs);

/** Copies of other addresses than these; the releases that show them have links of their own. */
export function removeUnusedCopies(contentDir: string, addresses: Iterable<string>): void {
  const wanted = new Set([...addresses].map(copyBaseName));
  const folder = join(contentDir, 'media', copiesFolder);
  for (const name of listCopyFiles(contentDir))
    if (!wanted.has(name.replace(/(-\d+)?\..*$/, ''))) rmSync(join(folder, name));
}

export const countCopyBytes = (contentDir: string): number => {
  const folder = join(contentDir, 'media', copiesFolder);
  return listCopyFiles(contentDir).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
};
