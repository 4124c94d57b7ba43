// Counts the requests of a window in the store that several sidecars share. Those who ask while a statement is under way are
// counted together by the next one: alone, each would wait for the row that the one before holds.
import { sql } from 'kysely';
import type { Db } from '../store/store.ts';

export interface Counted {
  /** With this one. */
  used: number;
  /** Milliseconds. */
  windowStart: number;
}

interface Asker {
  bucket: string;
  cost: number;
  done: (counted: Counted) => void;
  failed: (error: unknown) => void;
}

/** More are left for the statement after. */
const mostAtOnce = 1000;

/** A window never goes back, so that a sidecar whose clock is behind gives nothing away. */
async function add(db: Db, costs: Map<string, number>, windowStart: number): Promise<Map<string, Counted>> {
  // In one order in all sidecars: otherwise two could wait for each other.
  const rows = Array.from(costs, ([bucket, used]) => ({ bucket, used, windowStart })).sort((a, b) => a.bucket < b.bucket ? -1 : 1); // prettier-ignore
  const added = await db
    .insertInto('rates')
    .values(rows)
    .onConflict((on) =>
      on.column('bucket').doUpdateSet((eb) => ({
        used: eb
          .case()
          .when('rates.windowStart', '>=', eb.ref('excluded.windowStart'))
          .then(eb('rates.used', '+', eb.ref('excluded.used')))
          .else(eb.ref('excluded.used'))
          .end(),
        windowStart: sql<number>`greatest(${eb.ref('rates.windowStart')}, ${eb.ref('excluded.windowStart')})`,
      })),
    )
    .returning(['bucket', 'used', 'windowStart'])
    .execute();
  return new Map(added.map(({ bucket, ...counted }) => [bucket, counted]));
}

async function countTogether(db: Db, askers: Asker[], windowStart: number): Promise<void> {
  const costs = new Map<string, number>();
  for (const { bucket, cost } of askers) costs.set(bucket, (costs.get(bucket) ?? 0) + cost);
  const counted = await add(db, costs, windowStart);
  for (const { bucket, cost, done } of askers) {
    const { used, windowStart } = counted.get(bucket)!;
    const left = costs.get(bucket)! - cost;
    costs.set(bucket, left);
    done({ used: used - left, windowStart });
  }
}

/** `now` gives milliseconds. Counts of windows long gone are dropped when a new one begins. */
export function sharedCounts(
  db: Db,
  now: () => number,
  windowMs: number,
): (bucket: string, cost: number) => Promise<Counted> {
  const waiting: Asker[] = [];
  let isCounting = false;
  let latest = 0;

  async function count(askers: Asker[]): Promise<void> {
    const windowStart = Math.floor(now() / windowMs) * windowMs;
    if (windowStart !== latest) {
      latest = windowStart;
      await db
        .deleteFrom('rates')
        .where('windowStart', '<', windowStart - windowMs)
        .execute();
    }
    await countTogether(db, askers, windowStart);
  }

  async function countWaiting(): Promise<void> {
    if (isCounting) return;
    isCounting = true;
    while (waiting.length > 0) {
      const askers = waiting.splice(0, mostAtOnce);
      await count(askers).catch((error: unknown) => {
        // A store that does not answer would keep those who came since waiting as long again.
        for (const { failed } of [...askers, ...waiting.splice(0)]) failed(error);
      });
    }
    isCounting = false;
  }

  return (bucket, cost) =>
    new Promise((done, failed) => {
      waiting.push({ bucket, cost, done, failed });
      void countWaiting();
    });
}
