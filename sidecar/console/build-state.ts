// Number of waiting items and state of the build, both shown on every page.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildState } from './ui/frame.ts';
import type { ConsoleDeps } from './deps.ts';

/** Counts the items in the inbox. */
export async function countInbox({ desk }: Pick<ConsoleDeps, 'desk'>): Promise<number> {
  const names = await readdir(join(desk.contentDir, 'inbox')).catch(() => []);
  return names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).length;
}

/** Time after a build during which its duration is shown, in milliseconds. */
const recentBuildMs = 15_000;

export async function readBuildState({ builds, now }: ConsoleDeps): Promise<BuildState> {
  if (await builds.isUnderWay('build')) return { state: 'running' };
  const last = await builds.last();
  if (!last) return { state: 'idle' };
  const { finishedAt, tookMs } = last;
  const isRecent = tookMs !== undefined && now() - finishedAt < recentBuildMs;
  if (last.ok) return { state: 'idle', finishedAt, ...(isRecent && { tookMs }) };
  return { state: 'failed', output: last.output, finishedAt: last.finishedAt };
}
