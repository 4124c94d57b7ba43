// Checks regularly whether the live release is complete, since a file may disappear while it is served.
import { minuteMs } from '#domain/instants.ts';
import { findDamagedPages, describeDamage } from './damage.ts';
import type { Release } from './release.ts';

export interface DamageWatch {
  /**
   * Called every few seconds. Checks every object every ten minutes, in a large release less often, and immediately
   * after a suspicion.
   */
  look: () => Promise<void>;
  /** Reports that a file could not be read. */
  suspect: () => void;
  /** Description of the damage that the last check found. */
  damage: () => string | undefined;
}

const everyObjectAfterMs = 10 * minuteMs;
/** Factor by which a pause is longer than the check before it: checks use a quarter of a thousandth of a processor. */
const pauseFactor = 4000;

/** Returns the time of the next check of every file, in milliseconds. */
export const nextCheckAt = (minPauseMs: number, startedAt: number, endedAt: number): number =>
  endedAt + Math.max(minPauseMs, pauseFactor * (endedAt - startedAt));

export interface DamageWatchDeps {
  live: () => Pick<Release, 'pages' | 'fileOf' | 'fetchObject' | 'problem'>;
  /** Called after each check that finds damage. */
  onTrouble: (message: string) => void;
  /** Returns milliseconds. */
  now: () => number;
  /** Returns true once the sidecar is stopping. A running check is then cancelled. */
  stopping: () => boolean;
}

export function watchDamage({ live, onTrouble, now, stopping }: DamageWatchDeps): DamageWatch {
  let next = -Infinity;
  let damage: string | undefined;
  let isSuspect = false;

  /** Checks the release; undefined if the check was cancelled. */
  async function findDamage(release: ReturnType<typeof live>): Promise<{ damage?: string } | undefined> {
    const problem = release.problem();
    if (problem) return { damage: problem };
    // A machine that fetches missing objects when they are needed has no damage.
    if (release.fetchObject) return {};
    const paths = await findDamagedPages(release, () => live() === release && !stopping());
    return paths && (paths.length > 0 ? { damage: describeDamage(paths) } : {});
  }

  return {
    look: async () => {
      if (!isSuspect && damage === undefined && now() < next) return;
      isSuspect = false;
      const startedAt = now();
      const outcome = await findDamage(live());
      // The sidecar is stopping, or another release went live, which the next check covers.
      if (!outcome) return;
      next = nextCheckAt(everyObjectAfterMs, startedAt, now());
      damage = outcome.damage;
      if (damage) onTrouble(`It is damaged: ${damage}`);
    },
    suspect: () => (isSuspect = true),
    damage: () => damage,
  };
}
