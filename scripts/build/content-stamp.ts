// Records when the content last changed; releases are ordered by that time.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentStamp } from '#domain/release/page.ts';
import { writeWhole } from '../write-file.ts';

/** Name of the file in the .build folder of the content. */
export const contentStampFile = 'stamp.json';

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
