// The releases whose manifests a builder keeps in memory.
import { join } from 'node:path';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import { readManifest } from '../../sidecar/release/read-manifest.ts';
import { stampOf } from './file-memory.ts';
import { keptReleases } from './releases.ts';

export interface KnownReleases {
  /** Entries that are the same in `other` are its objects, so that comparing them is cheap. */
  read: (dir: string, other?: BuiltRelease) => Promise<BuiltRelease>;
  /** One that this process has made. */
  keep: (release: BuiltRelease) => void;
  isKept: (dir: string) => boolean;
}

interface Stamped extends BuiltRelease {
  stamp: string | undefined;
}

/** The last few releases, and the spare folder; one that somebody wrote over is read from its folder. */
export function knownReleases(): KnownReleases {
  let known: Stamped[] = [];
  /** A new process reads the live release to check it for damage, and again to compare the new one with it. */
  let last: Stamped | undefined;
  const stampIn = (dir: string) => stampOf(join(dir, 'manifest.json'));
  const find = (dir: string) => known.find((one) => one.dir === dir && one.stamp === stampIn(dir));
  const readAlone = async (dir: string): Promise<BuiltRelease> => {
    const stamp = stampIn(dir);
    if (last?.dir !== dir || last.stamp !== stamp) last = { dir, manifest: await readManifest(dir), stamp };
    return last;
  };
  return {
    read: async (dir, other) =>
      find(dir) ?? (other ? { dir, manifest: await readManifest(dir, other) } : readAlone(dir)),
    keep: (release) => {
      last = undefined;
      const others = known.filter(({ dir }) => dir !== release.dir);
      known = [{ ...release, stamp: stampIn(release.dir) }, ...others].slice(0, keptReleases + 1);
    },
    isKept: (dir) => find(dir) !== undefined,
  };
}
