// How long what is known of an address over http holds, and the copies that lie in content/media.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copiesFolder, copyName } from '#domain/items/places.ts';
import { type MediaMemory, mediaMemoryFile, type Outcome } from '../../../sidecar/content/media-places.ts';
import { writeIfChanged } from '../../write-file.ts';

/** A source that failed is asked again after a day. */
const forgottenAfterMs = 24 * 60 * 60 * 1000;

export const writeMemory = (contentDir: string, memory: MediaMemory): Promise<boolean> =>
  writeIfChanged(mediaMemoryFile(contentDir), `${JSON.stringify(memory, undefined, 1)}\n`);

export const isSettled = (outcome: Outcome | undefined, now: Date): outcome is Outcome =>
  outcome !== undefined && ('place' in outcome || now.getTime() - Date.parse(outcome.at) < forgottenAfterMs);

/** The copies on disk by the name that an address gives them: they outlive the memory. */
export function copiesOnDisk(contentDir: string): (address: string) => string | undefined {
  const names = filesIn(join(contentDir, 'media', copiesFolder));
  const byName = new Map(names.map((name) => [name.replace(/\..*$/, ''), `media/${copiesFolder}/${name}`]));
  return (address) => byName.get(copyName(address));
}

/** Copies of other addresses than these; the releases that show them have links of their own. */
export function removeCopiesBut(contentDir: string, addresses: Iterable<string>): void {
  const wanted = new Set([...addresses].map(copyName));
  const folder = join(contentDir, 'media', copiesFolder);
  for (const name of filesIn(folder)) if (!wanted.has(name.replace(/(-\d+)?\..*$/, ''))) rmSync(join(folder, name));
}

export const bytesOfCopies = (contentDir: string): number => {
  const folder = join(contentDir, 'media', copiesFolder);
  return filesIn(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
};

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{16}\.[a-z0-9]+$/.test(name));
  } catch {
    return [];
  }
}
