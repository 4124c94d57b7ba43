// Takes over from a sidecar that was killed: its leases end, and what it was writing is removed.
import { removeLeftovers } from './leftovers.ts';
import { endAbandonedLeases } from './lease.ts';
import type { Store } from './store.ts';

/**
 * `contentDir` is undefined on a machine that does not write there. Its files are looked for beside what follows, since there
 * may be many. `now` is in milliseconds.
 */
export async function cleanUpAfterCrash(
  store: Store,
  contentDir: string | undefined,
  now: number,
  onProblem: (error: Error) => void,
): Promise<void> {
  await endAbandonedLeases(store).catch(onProblem);
  if (contentDir !== undefined) void removeLeftovers(contentDir, now, store.kind === 'postgres').catch(onProblem);
}
