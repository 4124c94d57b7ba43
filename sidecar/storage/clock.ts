// The clock of the store: all sidecars of one PostgreSQL go by its time, so that a machine whose own clock is wrong takes
// nobody's lease and sends nothing early or twice.
import { sql } from 'kysely';
import type { Store } from './store.ts';

export interface StoreClock {
  /** Milliseconds since 1970. Until the first look, and for an embedded store, those of this machine. */
  now: () => number;
  /** Compares with the store; to be called every few seconds. Rejects where the store cannot be reached. */
  look: () => Promise<void>;
  /** By how much the machine's own clock is ahead of the store's. */
  aheadMs: () => number;
}

/** Setting the machine's clock does not move it, so that between two looks only its drift counts. */
const steady = (): number => performance.timeOrigin + performance.now();

export function createStoreClock({ kind, db }: Pick<Store, 'kind' | 'db'>, own?: () => number): StoreClock {
  const here = own ?? (kind === 'postgres' ? steady : Date.now);
  /** By how much this machine is behind the store. */
  let behindMs = 0;
  return {
    now: () => Math.round(here() + behindMs),
    aheadMs: () => (kind === 'sqlite' ? 0 : Math.round(Date.now() - here() - behindMs)),
    look: async () => {
      if (kind === 'sqlite') return;
      const before = here();
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
      const after = here();
      const seen = rows[0]!.at - (before + after) / 2;
      // The answer was made at some moment in between, so a smaller difference tells nothing new.
      if (Math.abs(seen - behindMs) > (after - before) / 2 + 1) behindMs = seen;
    },
  };
}
