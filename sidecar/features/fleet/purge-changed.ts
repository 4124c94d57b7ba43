// Purges pages that a release changed from the CDN of a fleet: once, and only after every machine serves the new
// release, since the CDN would otherwise fetch the old one again.
import { inChunks } from '#domain/arrays.ts';
import { isNamedByContent } from '#domain/links.ts';
import type { Db } from '../../storage/store.ts';
import { findLaggingMachines, rolloutPatienceMs } from './rollout.ts';

const chunkSize = 1000;

/** Stores changed paths, so that the next builder purges them if this one fails. `now` is by the clock of the store. */
export async function storeChangedPaths(db: Db, changed: string[], now: number): Promise<void> {
  const rows = changed.filter((path) => !isNamedByContent(path)).map((path) => ({ path, changedAt: now }));
  for (const chunk of inChunks(rows, chunkSize))
    await db
      .insertInto('unpurgedPaths')
      .values(chunk)
      .onConflict((on) => on.column('path').doUpdateSet({ changedAt: now }))
      .execute();
}

/** Calls `purge` with stored paths. If it fails, or paths change in the meantime, they are left for the next time. */
export async function purgeStoredPaths(
  db: Db,
  live: string,
  now: number,
  purge: (paths: string[]) => Promise<void>,
): Promise<void> {
  const rows = await db.selectFrom('unpurgedPaths').selectAll().execute();
  if (rows.length === 0) return;
  const newest = rows.reduce((time, { changedAt }) => Math.max(time, changedAt), 0);
  if (now - newest < rolloutPatienceMs && (await findLaggingMachines(db, live, now)).length > 0) return;
  await purge(rows.map(({ path }) => path));
  await db.deleteFrom('unpurgedPaths').where('changedAt', '<=', newest).execute();
}
