// Leases: which of several sidecars does a job that only one may do. One that dies loses its lease when the time is over.
import type { Db, Store } from './store.ts';

export interface Lease {
  /** Takes or keeps the lease; false while another holder has it. */
  hold: () => Promise<boolean>;
  release: () => Promise<void>;
}

/** `now` gives milliseconds; a lease that is not kept ends after `lastsMs`. */
export function createLease(db: Db, name: string, holder: string, now: () => number, lastsMs = 30_000): Lease {
  return {
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

/** The embedded store has one sidecar: what is held at its start, is held by a process that died. */
export async function endAbandonedLeases({ kind, db }: Store): Promise<void> {
  if (kind === 'sqlite') await db.deleteFrom('leases').execute();
}
