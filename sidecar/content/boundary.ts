// Builds the room again when a planned item becomes current or a live stream ends, without anything that the creator does.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boundaryFile } from '#domain/items/standing.ts';

interface BoundaryDeps {
  contentDir: string;
  request: (step: 'build') => Promise<void>;
  /** Milliseconds. */
  now: () => number;
}

/** Milliseconds since the epoch, as the last build left it; undefined if nothing is ahead. */
async function readBoundary(contentDir: string): Promise<number | undefined> {
  const file = join(contentDir, '.build', boundaryFile);
  const boundary: { at?: number } = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  return boundary.at;
}

/** Each boundary is asked for once; a build that fails is tried again as any other. */
export function boundaryWatch({ contentDir, request, now }: BoundaryDeps): () => Promise<void> {
  let requested: number | undefined;
  return async () => {
    const at = await readBoundary(contentDir);
    if (at === undefined || at > now() || at === requested) return;
    await request('build');
    requested = at;
  };
}
