// Whether what the fleet made live can be seen: every web machine that answers serves it, or has been behind for so long that
// nobody waits for it any more.
import type { Db } from '../../storage/store.ts';
import { liveOf, type LivePointer } from './chain.ts';
import { type Machine, machinesOf, silentMs } from './machines.ts';
import { readPointer } from './pointer.ts';

/** A machine that lags delays what waits for it no longer than this. */
export const patienceMs = 60_000;

/** Web machines that answer with another release. */
export const behind = async (db: Db, release: string, now: number): Promise<Machine[]> =>
  (await machinesOf(db)).filter(
    (machine) => machine.role === 'web' && now - machine.seenAt <= silentMs && machine.release !== release,
  );

/** To be asked until it says yes. A release that is not the fleet's is nowhere: not sent yet, or no longer served. */
export function everywhere(db: Db, now: () => number): (release: string) => Promise<boolean> {
  /** By machine, since when it is behind with this release. */
  let waiting = new Map<string, { release: string; since: number }>();
  return async (release) => {
    const pointer = await readPointer<LivePointer>(db, 'current');
    if (!pointer || liveOf(pointer.value) !== release) return false;
    const before = waiting;
    waiting = new Map(
      (await behind(db, release, now())).map(({ name, release: has }) => {
        const known = before.get(name);
        return [name, known?.release === has ? known : { release: has, since: now() }];
      }),
    );
    return waiting.values().every(({ since }) => now() - since >= patienceMs);
  };
}
