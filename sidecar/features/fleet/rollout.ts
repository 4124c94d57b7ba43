// Tells when a release of the fleet can be seen: every web machine that answers serves it, or has lagged for so long that
// nobody waits for it any more.
import type { Db } from '../../storage/store.ts';
import { type Machine, listMachines, silentAfterMs } from './machines.ts';
import { readPointer } from './pointer.ts';
import type { FleetRelease } from './stored-release.ts';

/** A machine that lags delays what waits for it no longer than this. */
export const rolloutPatienceMs = 60_000;

/** Web machines that answer with another release. */
export const findLaggingMachines = async (db: Db, release: string, now: number): Promise<Machine[]> =>
  (await listMachines(db)).filter(
    (machine) => machine.role === 'web' && now - machine.seenAt <= silentAfterMs && machine.release !== release,
  );

/** Returns a function to be called until it returns true. It returns false for any release but that of the fleet. */
export function createRolloutCheck(db: Db, now: () => number): (release: string) => Promise<boolean> {
  /** Machines that lag, by name, with the release that they serve instead and the time since then. */
  let waiting = new Map<string, { release: string; since: number }>();
  return async (release) => {
    const pointer = await readPointer<FleetRelease>(db, 'release');
    if (pointer?.value.release !== release) return false;
    const before = waiting;
    waiting = new Map(
      (await findLaggingMachines(db, release, now())).map(({ name, release: has }) => {
        const known = before.get(name);
        return [name, known?.release === has ? known : { release: has, since: now() }];
      }),
    );
    return waiting.values().every(({ since }) => now() - since >= rolloutPatienceMs);
  };
}
