// Counts requests in the store that several sidecars share. Requests that arrive while a statement is running are
// counted by a single next statement; with one statement each, they would wait for each other's row locks.
import { sql } from 'kysely';
import type { Db } from '../storage/store.ts';

export interface RateCount {
  /** Number of requests, including this one. */
  used: number;
  /** Start of the window in milliseconds. */
  windowStart: number;
}

interface Pending {
  bucket: string;
  cost: number;
  done: (counted: RateCount) => void;
  failed: (error: unknown) => void;
}

/** Maximum number of requests that one statement counts. */
const maxBatch = 1000;

/** Adds counts. The window of a row never moves back, so that a sidecar with a slow clock cannot reset a count. */
async function add(db: Db, costs: Map<string, number>, windowStart: number): Promise<Map<string, RateCount>> {
  // All sidecars lock rows in the same order to prevent deadlocks.
  const buckets = [...costs.keys()].sort();
  const rows = buckets.map((bucket) => ({ bucket, used: costs.get(bucket)!, windowStart }));
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

async function countRequests(db: Db, requests: Pending[], windowStart: number): Promise<void> {
  const costs = new Map<string, number>();
  for (const { bucket, cost } of requests) costs.set(bucket, (costs.get(bucket) ?? 0) + cost);
  const countedRows = await add(db, costs, windowStart);
  for (const { bucket, cost, done } of requests) {
    const { used, windowStart } = countedRows.get(bucket)!;
    const left = costs.get(bucket)! - cost;
    costs.set(bucket, left);
    done({ used: used - left, windowStart });
  }
}

/** Creates the counter. `now` returns milliseconds. Counts of past windows are deleted when a new one begins. */
export function createSharedCounter(
  db: Db,
  now: () => number,
  windowMs: number,
): (bucket: string, cost: number) => Promise<RateCount> {
  const waiting: Pending[] = [];
  let isCounting = false;
  let latest = 0;

  async function count(requests: Pending[]): Promise<void> {
    const windowStart = Math.floor(now() / windowMs) * windowMs;
    if (windowStart !== latest) {
      latest = windowStart;
      await db
        .deleteFrom('rates')
        .where('windowStart', '<', windowStart - windowMs)
        .execute();
    }
    await countRequests(db, requests, windowStart);
  }

  async function countWaiting(): Promise<void> {
    if (isCounting) return;
    isCounting = true;
    while (waiting.length > 0) {
      const requests = waiting.splice(0, maxBatch);
      await count(requests).catch((error: unknown) => {
        // Requests that arrived since then fail as well: they would wait for the same timeout again.
        for (const { failed } of [...requests, ...waiting.splice(0)]) failed(error);
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
