// Follows dist/current: a new release is read whole, then taken in one step, so that no request sees half of it.
import { watch } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRelease, type Release } from './release.ts';

export interface LiveRelease {
  current: Release;
  close: () => void;
}

const pollMs = 2000;

/** Rejects when there is no release yet. `onProblem` hears of releases that could not be taken; the old one goes on. */
export async function followRelease(
  dist: string,
  onSwitch: (release: Release) => void,
  onProblem: (error: Error) => void,
): Promise<LiveRelease> {
  const target = async () => join(dist, await readlink(join(dist, 'current')));
  const live: LiveRelease = { current: await loadRelease(await target()), close: () => {} };
  let looking = false;
  /** The release before stays open until the next one: a request may still be on its way through it. */
  let before: Release | undefined;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const dir = await target();
      if (dir !== live.current.dir) {
        const next = await loadRelease(dir);
        before?.close();
        before = live.current;
        live.current = next;
        onSwitch(live.current);
      }
    } catch (error) {
      onProblem(error as Error);
    } finally {
      looking = false;
    }
  }

  // The watch makes it quick, the poll makes it sure: not every file system reports a renamed link.
  const watcher = watch(dist, { persistent: false }, look).on('error', onProblem);
  const timer = setInterval(look, pollMs).unref();
  live.close = () => {
    watcher.close();
    clearInterval(timer);
  };
  return live;
}
