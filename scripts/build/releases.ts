// The releases of a room in dist: which one is live, and which of the older ones stay.
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { readlink, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from 'node:process';
import { pricedTextsFile, textsFile } from '#domain/search/text-index.ts';

export const keptReleases = 4;

export const releaseDir = (dist: string, id: string): string => join(dist, 'releases', id);

/** The live release's folder name, if there is one. */
export const liveRelease = (dist: string): Promise<string | undefined> =>
  readlink(join(dist, 'current')).then(
    (target) => target.split('/').at(-1),
    () => undefined,
  );

/**
 * Replaces an earlier release of the same name, which may be live and damaged. Its folder is moved aside and loses its manifest, so
 * that it no longer counts as a release; `prune` removes it once the new one is live.
 */
export async function putInPlace(folder: string, done: string): Promise<void> {
  const old = `${done}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(done)) {
    await rename(done, old);
    rmSync(join(old, 'manifest.json'), { force: true });
  }
  await rename(folder, done);
}

/** Complete releases except those named, newest first; then folders that are not releases. */
function others(dist: string, ...named: (string | undefined)[]): { name: string; at: number }[] {
  const folder = join(dist, 'releases');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !named.includes(name)) : [];
  const madeAt = (name: string) =>
    statSync(join(folder, name, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names.map((name) => ({ name, at: madeAt(name) })).sort((a, b) => b.at - a.at);
}

const complete = (...of: Parameters<typeof others>) => others(...of).filter(({ at }) => at > 0);

/** The folders of complete releases besides the live one, newest first. */
export const olderReleases = (dist: string, live: string): string[] =>
  complete(dist, live).map(({ name }) => releaseDir(dist, name));

/** A sidecar that polls dist/current serves the previous release for at most this long. */
const graceMs = 4000;

/** Complete releases from a position in the list, newest first, without those that may still be served. */
function unused(dist: string, live: string | undefined, from: number, now: number): string[] {
  const all = complete(dist, live);
  // Each was live until the one before it in the list was made.
  return all.filter((_, i) => i >= from && now - all[i - 1]!.at > graceMs).map(({ name }) => name);
}

/** Removes folders that are not releases, and all but the newest four releases; if those are damaged, all but the live one. */
export function prune(
  dist: string,
  live: string,
  { damaged = false, now = Date.now() }: { damaged?: boolean; now?: number | undefined } = {},
): void {
  const isKept = new Set(damaged ? [] : complete(dist, live).map(({ name }) => name));
  for (const name of unused(dist, live, keptReleases - 1, now)) isKept.delete(name);
  for (const { name } of others(dist, live))
    if (!isKept.has(name)) rmSync(releaseDir(dist, name), { recursive: true, force: true });
  rmSync(spareInMaking(dist), { recursive: true, force: true });
  if (damaged) rmSync(spareDir(dist), { recursive: true, force: true });
}

/** A folder with the files of a release, which nobody serves. */
export const spareDir = (dist: string): string => join(dist, 'spare');

/** The next release takes the spare, or the folder of the newest release that is neither live nor was just before. */
export function givesWay(dist: string, live: string | undefined, now = Date.now()): string | undefined {
  if (existsSync(spareDir(dist))) return spareDir(dist);
  const [name] = unused(dist, live, 1, now);
  return name && releaseDir(dist, name);
}

/** Milliseconds until a release gives way, at most some seconds; Infinity where there are too few of them. */
export function givesWayIn(dist: string, live: string | undefined, now = Date.now()): number {
  if (givesWay(dist, live, now)) return 0;
  const [before] = complete(dist, live).slice(-2, -1);
  return before ? Math.max(0, before.at + graceMs + 1 - now) : Infinity;
}

/** Where the file system has no links, they are copies. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [old, name] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(old, name);
    // Linux links a link itself, others what it leads to.
    else if (entry.isSymbolicLink() && platform !== 'linux') symlinkSync(readlinkSync(old), name);
    else
      try {
        linkSync(old, name);
      } catch {
        copyFileSync(old, name);
      }
  }
}

export const spareInMaking = (dist: string): string => `${spareDir(dist)}.making`;

/** Turns the folder in the making into the spare. Gives its path. */
export function keepSpare(dist: string): string {
  renameSync(spareInMaking(dist), spareDir(dist));
  return spareDir(dist);
}

/** The full-text indexes are the only files that a build writes into. */
function ownTexts(folder: string, release: string): void {
  for (const name of [textsFile, pricedTextsFile]) {
    const [from, to] = [release, folder].map((dir) => join(dir, name)) as [string, string];
    if (!existsSync(from)) continue;
    rmSync(to);
    // Where the file system can, a copy shares its bytes.
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}

/** While there are few releases, a build would have to link everything anew. Gives the folder, if it made one. */
export function makeSpare(dist: string, live: string): string | undefined {
  const spare = spareDir(dist);
  if (complete(dist, live).length + 1 >= keptReleases || existsSync(spare)) return undefined;
  rmSync(spareInMaking(dist), { recursive: true, force: true });
  linkFolder(releaseDir(dist, live), spareInMaking(dist));
  ownTexts(spareInMaking(dist), releaseDir(dist, live));
  return keepSpare(dist);
}
