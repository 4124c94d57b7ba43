// Cleans up after a sidecar that crashed: ends its leases and removes its temporary files.
import { removeLeftovers } from './leftovers.ts';
import { endAbandonedLeases } from './lease.ts';
import type { Store } from './store.ts';

/**
 * Cleans up after a crash. `contentDir` is undefined on a machine that does not write to it; its files are searched in
 * the background, since there may be many. `now` is in milliseconds.
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
