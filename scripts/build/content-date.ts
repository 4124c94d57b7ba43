// The one content date: when what the room says last changed. It only moves forward, whatever is retracted, hidden or re-themed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeIfChanged } from '../write-file.ts';

/** In the content folder: the date of a change that no item tells of, so that a build from scratch gives the same. */
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
/** HTTP knows no smaller step. */
const stepMs = 1000;

/** `digest` is of the content; `newest`: the newest date that an item or creator.json tells. @spec-gap content-date */
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
