// The releases of a room in dist: which one is live, the switch to another in one step, and which of the older ones stay.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

export const keptReleases = 3;

export const releaseDir = (dist: string, id: string): string => join(dist, 'releases', id);

/** The live release's folder name, if there is one. */
export const liveRelease = (dist: string): Promise<string | undefined> =>
  readlink(join(dist, 'current')).then(
    (target) => target.split('/').at(-1),
    () => undefined,
  );

/** Points dist/current at the release; a reader sees the old one or the new one, never neither. */
export async function switchTo(dist: string, id: string): Promise<void> {
  const next = join(dist, 'current.next');
  await rm(next, { force: true });
  await symlink(join('releases', id), next);
  await rename(next, join(dist, 'current'));
}

/** A damaged release of this name may be live: it is moved aside in one step and removed afterwards. */
export async function putInPlace(folder: string, done: string): Promise<void> {
  const old = `${done}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(done)) await rename(done, old);
  await rename(folder, done);
  rmSync(old, { recursive: true, force: true });
}

/** Complete releases except those named, newest first; then folders that are not releases. */
function others(dist: string, ...named: (string | undefined)[]): { name: string; at: number }[] {
  const folder = join(dist, 'releases');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !named.includes(name)) : [];
  const madeAt = (name: string) =>
    statSync(join(folder, name, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names.map((name) => ({ name, at: madeAt(name) })).sort((a, b) => b.at - a.at);
}

/** The live release stays, the one before it, and the newest of the others. */
export function prune(dist: string, live: string, before: string | undefined, kept = keptReleases): void {
  for (const { name } of others(dist, live, before).slice(Math.max(0, kept - 2)))
    rmSync(releaseDir(dist, name), { recursive: true, force: true });
}

/** The oldest of as many releases as are kept: the next one takes its folder. */
export function givesWay(dist: string, live: string | undefined): string | undefined {
  const complete = others(dist, live).filter(({ at }) => at > 0);
  return complete[keptReleases - 2]?.name;
}
