// Checks again and again whether the live release is complete: a file may disappear while it is served.
import { findDamagedPages, describeDamage } from './damage.ts';
import type { Release } from './release.ts';

export interface DamageWatch {
  /**
   * To be called every few seconds. Looks at every object once a minute, in a large release more rarely, and on
   * suspicion.
   */
  look: () => Promise<void>;
  /** Something could not be read. */
  suspect: () => void;
  /** Description of the damage that the last check found. */
  damage: () => string | undefined;
}

const everyObjectAfterMs = 60_000;
/** A look at every object of a large release takes seconds: it may cost a thousandth of a processor. */
const atRest = 1000;

export interface DamageWatchDeps {
  live: () => Pick<Release, 'pages' | 'fileOf' | 'fetchObject' | 'problem'>;
  /** Called at each look while the release is damaged. */
  onTrouble: (message: string) => void;
  /** Milliseconds. */
  now: () => number;
  /** True once the sidecar is stopping: a look under way is given up then, so that the stop need not wait for it. */
  stopping: () => boolean;
}

export function watchDamage({ live, onTrouble, now, stopping }: DamageWatchDeps): DamageWatch {
  let next = -Infinity;
  let damage: string | undefined;
  let isSuspect = false;

  /** Undefined if the look was given up. */
  async function damageOf(release: ReturnType<typeof live>): Promise<{ damage?: string } | undefined> {
    const problem = release.problem();
    if (problem) return { damage: problem };
    // There a missing object is fetched when it is needed.
    if (release.fetchObject) return {};
    const paths = await findDamagedPages(release, () => live() === release && !stopping());
    return paths && (paths.length > 0 ? { damage: describeDamage(paths) } : {});
  }

  return {
    look: async () => {
      if (!isSuspect && damage === undefined && now() < next) return;
      isSuspect = false;
      const began = now();
      const outcome = await damageOf(live());
      // The sidecar is stopping, or another release went live: the next look is at that one.
      if (!outcome) return;
      next = now() + Math.max(everyObjectAfterMs, atRest * (now() - began));
      damage = outcome.damage;
      if (damage) onTrouble(`It is damaged: ${damage}`);
    },
    suspect: () => (isSuspect = true),
    damage: () => damage,
  };
}
