// The clock of the store. All sidecars of one PostgreSQL use its time, so that a machine with a wrong clock takes no
// foreign lease and sends nothing early or twice.
import { sql } from 'kysely';
import type { Store } from './store.ts';

/** Changes of the machine's clock do not affect this one; between two comparisons only its drift counts. */
const steady = (): number => performance.timeOrigin + performance.now();

export function createStoreClock({ kind, db }: Pick<Store, 'kind' | 'db'>, own?: () => number) {
  const here = own ?? (kind === 'postgres' ? steady : Date.now);
  /** Milliseconds by which this machine is behind the store. */
  let behindMs = 0;
  return {
    /** Milliseconds since 1970: those of this machine for an embedded store and before the first call of `look`. */
    now: () => Math.round(here() + behindMs),
    /** Milliseconds by which the machine's clock is ahead of the store's. */
    aheadMs: () => (kind === 'sqlite' ? 0 : Math.round(Date.now() - here() - behindMs)),
    /** Compares this clock with the store; to be called every few seconds. Rejects if the store is unavailable. */
    look: async () => {
      if (kind === 'sqlite') return;
      const before = here();
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
      const after = here();
      const measuredMs = rows[0]!.at - (before + after) / 2;
      // The store read its clock at some time in between, so a smaller difference is not significant.
      if (Math.abs(measuredMs - behindMs) > (after - before) / 2 + 1) behindMs = measuredMs;
    },
  };
}
