// Checks that a release is rolled out: every web machine that responds serves it, or has lagged for longer than a
// limit.
import type { Db } from '../../storage/store.ts';
import { type Machine, listMachines, silentAfterMs } from './machines.ts';
import { readPointer } from './pointer.ts';
import type { FleetRelease } from './stored-release.ts';

/** Time after which a lagging machine no longer delays a rollout. */
export const rolloutPatienceMs = 60_000;

/** Finds web machines that respond and serve another release. */
export const findLaggingMachines = async (db: Db, release: string, now: number): Promise<Machine[]> =>
  (await listMachines(db)).filter(
    (machine) => machine.role === 'web' && now - machine.seenAt <= silentAfterMs && machine.release !== release,
  );

/**
 * Returns a function to be called until it returns true. It returns false for releases that are not the one of the
 * fleet.
 */
export function createRolloutCheck(db: Db, now: () => number): (release: string) => Promise<boolean> {
  /** Lagging machines by name, with the release that they serve and the time since when they do. */
  let lagging = new Map<string, { release: string; since: number }>();
  return async (release) => {
    const pointer = await readPointer<FleetRelease>(db, 'release');
    if (pointer?.value.release !== release) return false;
    const before = lagging;
    lagging = new Map(
      (await findLaggingMachines(db, release, now())).map(({ name, release: served }) => {
        const earlier = before.get(name);
        return [name, earlier?.release === served ? earlier : { release: served, since: now() }];
      }),
    );
    return lagging.values().every(({ since }) => now() - since >= rolloutPatienceMs);
  };
}
