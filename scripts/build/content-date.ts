// Maintains the content date: the time at which the visible content last changed. It only moves forward, even if items
// are retracted, hidden or assigned other themes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeIfChanged } from '../write-file.ts';

/**
 * File in the content folder with the date of a change that no item shows, so that a build from scratch has the same
 * date.
 */
export const changedFile = 'changed.json';
const lastFile = 'content-date.json';

const readDate = async <T extends { changedAt: string }>(path: string): Promise<T | undefined> => {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as T;
    return Number.isNaN(Date.parse(value.changedAt)) ? undefined : value;
  } catch {
    return undefined;
  }
};

const inSeconds = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
/** HTTP dates have no smaller step. */
const stepMs = 1000;

/**
 * Returns the content date. `digest` is the digest of the content, `newest` the newest date of an item or of
 * creator.json. @spec-gap content-date
 */
export async function updateContentDate(
  contentDir: string,
  digest: string,
  newest: string,
  now: number,
): Promise<string> {
  const last = join(contentDir, '.build', lastFile);
  const before = await readDate<{ changedAt: string; digest: string }>(last);
  const lastChange = await readDate(join(contentDir, changedFile));
  const newestKnown = [newest, lastChange?.changedAt ?? newest].reduce((a, b) =>
    Date.parse(a) > Date.parse(b) ? a : b,
  );
  let changedAt = newestKnown;
  if (before && Date.parse(newestKnown) <= Date.parse(before.changedAt)) {
    const isSame = before.digest === digest;
    changedAt = isSame ? before.changedAt : inSeconds(Math.max(now, Date.parse(before.changedAt) + stepMs));
    if (!isSame)
      await writeIfChanged(join(contentDir, changedFile), `${JSON.stringify({ changedAt }, undefined, 2)}\n`);
  }
  await writeIfChanged(last, JSON.stringify({ digest, changedAt }));
  return changedAt;
}
