// Records when the content last changed; releases are ordered by that time.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentStamp } from '#domain/release/page.ts';
import { writeWhole } from '../write-file.ts';

/** Name of the file in the build folder of the content. */
export const contentStampFile = 'stamp.json';

/**
 * It moves forward with every change, back to what was there before as well: content that is checked out again is the
 * newest. What the sidecar counts is no part of it.
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
