// Leases select one of several sidecars for a job. The lease of a sidecar that crashed expires.
import type { Db, Store } from './store.ts';

/** Creates a lease. `now` returns milliseconds; a lease that is not renewed ends after `lastsMs`. */
export function createLease(db: Db, name: string, holder: string, now: () => number, lastsMs = 30_000) {
  return {
    /** Takes or renews the lease; false while another holder has it. */
    hold: async () => {
      const until = now() + lastsMs;
      const row = await db
        .insertInto('leases')
        .values({ name, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, until })
            .where((where) => where.or([where('leases.holder', '=', holder), where('leases.until', '<', now())])),
        )
        .returning('holder')
        .executeTakeFirst();
      return row?.holder === holder;
    },
    release: async () => {
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

/** Ends all leases of an embedded store, which only a crashed process can have left. */
export async function endAbandonedLeases({ kind, db }: Store): Promise<void> {
  if (kind === 'sqlite') await db.deleteFrom('leases').execute();
}
