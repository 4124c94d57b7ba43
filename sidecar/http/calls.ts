// Counts the calls of the API, a counter a day and origin; kept in memory and written now and then.
import { sql } from 'kysely';
import type { Calls } from '#contract/schemas/content-files.ts';
import { isApiPath } from '#domain/headers.ts';
import type { Db } from '../store/store.ts';

export type Origin = 'agent' | 'other';

export interface CallCounter {
  count: (path: string, source: string | string[] | undefined) => void;
  /** Writes what was counted since the last time. */
  flush: () => Promise<void>;
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

export function callCounter(db: Db, now: () => number): CallCounter {
  let counts: Record<Origin, number> = { agent: 0, other: 0 };
  return {
    count: (path, source) => {
      if (isApiPath(path)) counts[source === 'agent' ? 'agent' : 'other']++;
    },
    flush: async () => {
      const taken = counts;
      counts = { agent: 0, other: 0 };
      const rows = (['agent', 'other'] as const)
        .filter((origin) => taken[origin] > 0)
        .map((origin) => ({ day: dayOf(now()), origin, count: taken[origin] }));
      if (rows.length === 0) return;
      await db
        .insertInto('calls')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['day', 'origin']).doUpdateSet({ count: sql`calls.count + excluded.count` }),
        )
        .execute();
    },
  };
}

/** Calls in the 30 days before `now`, in all and by agents. */
export async function callsIn30Days(db: Db, now: number): Promise<Calls> {
  const since = dayOf(now - 30 * 86_400_000);
  const rows = await db.selectFrom('calls').select(['origin', 'count']).where('day', '>', since).execute();
  const sum = (only?: Origin) =>
    rows.filter(({ origin }) => !only || origin === only).reduce((all, { count }) => all + Number(count), 0);
  return { total: sum(), agent: sum('agent') };
}
