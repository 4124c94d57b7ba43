// Looks whether the live release is whole and of this version, again and again: a file may go while it is served.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { damageAmong } from './damage.ts';
import type { Release } from './release.ts';

export interface DamageWatch {
  /**
   * To be called every few seconds; looks at every file once a minute, in a large release more rarely, and where there is
   * a reason. A new release is none: most of its files are those of the one before.
   */
  look: () => Promise<void>;
  /** A file could not be read. */
  suspect: () => void;
  /** What the last look found, in words. */
  damage: () => string | undefined;
}

const everyFileAfterMs = 60_000;
/** A look at every file of a large release takes seconds: it may cost a hundredth of a processor. */
const atRest = 100;

const outdated = 'Another version of the program made it: search is refused until it is built again.';

export interface DamageWatchDeps {
  live: () => Pick<Release, 'dir' | 'isOutdated' | 'files'>;
  /** Called at each look while the release is damaged or outdated. */
  onTrouble: (message: string) => void;
  /** Milliseconds. */
  now: () => number;
  /** True once the sidecar is stopping: a look under way is given up then, so that the stop need not wait for it. */
  stopping: () => boolean;
}

export function watchDamage({ live, onTrouble, now, stopping }: DamageWatchDeps): DamageWatch {
  let [next, found] = [-Infinity, undefined as string | undefined];
  let isSuspect = false;

  const isDue = (release: Pick<Release, 'dir'>): boolean =>
    isSuspect || found !== undefined || now() >= next || !existsSync(join(release.dir, 'manifest.json'));

  return {
    look: async () => {
      const release = live();
      if (release.isOutdated) onTrouble(outdated);
      if (!isDue(release)) return;
      isSuspect = false;
      const began = now();
      const isWanted = () => live() === release && !stopping();
      const damage = await damageAmong(release.dir, release.files(), isWanted);
      // The sidecar is stopping, or another release went live: the next look is at that one.
      if (!isWanted()) return;
      [next, found] = [now() + Math.max(everyFileAfterMs, atRest * (now() - began)), damage];
      if (damage) onTrouble(`It is damaged: ${damage}`);
    },
    suspect: () => (isSuspect = true),
    damage: () => found,
  };
}
