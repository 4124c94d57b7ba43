// Maintains two times of the content. The content date is when the visible content last changed; it only moves forward,
// even if items are retracted, hidden or assigned other themes. Releases are ordered by the stamp.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentStamp } from '#domain/release/page.ts';
import { writeIfChanged, writeWhole } from '../write-file.ts';

/**
 * File in the content folder with the date of a change that no item shows, so that a build from scratch has the same
 * date.
 */
const changedFile = 'changed.json';
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

/** Name of the file in the .build folder of the content. */
const contentStampFile = 'stamp.json';

/**
 * Stamps the content if its digest differs from the last one. Restored content gets a new stamp, so the newest checkout
 * is the newest content. Call counters do not count as content.
 */
export async function stampContent(build: string, digest: string): Promise<ContentStamp> {
  const file = join(build, contentStampFile);
  const last = await readFile(file, 'utf8').then(
    (text): ContentStamp => JSON.parse(text),
    () => undefined,
  );
  if (last?.digest === digest) return last;
  const stamp: ContentStamp = { digest, changedAt: Math.max(Date.now(), (last?.changedAt ?? 0) + 1) };
  await writeWhole(file, JSON.stringify(stamp));
  return stamp;
}
