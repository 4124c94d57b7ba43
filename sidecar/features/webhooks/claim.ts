// Claims due deliveries for one worker, at most one at a time from each of a subscriber's two lanes.
//
// First attempts of a subscriber go out one after the other, in the order of the events. Retries have a separate lane,
// ordered by due time, so that they do not delay first attempts. A claimed delivery stays at the head of its lane,
// which keeps the lane busy for all workers.
import { sql } from 'kysely';
import { claimable } from '../../storage/queue.ts';
import type { Store, Tx } from '../../storage/store.ts';

export interface Claim {
  id: number;
  /** Number of earlier attempts since the delivery was queued or replayed. */
  attempts: number;
  /** Null for a first attempt. */
  lastAttemptAt: number | null;
  eventId: string;
  payload: string;
  subscriptionId: string;
  callbackUrl: string;
  secret: string;
}

/** Lifetime of a claim, longer than any attempt takes. After it, the worker counts as dead. */
export const deliveryClaimMs = 30_000;

export interface DeliveryLimits {
  first: number;
  retries: number;
}

/**
 * Returns the heads of the two lanes of each approved subscriber, claimed or not. Rows are locked in a separate
 * statement: PostgreSQL has no statistics about a queue that fills and empties, and would scan all of it to find and
 * lock at once.
 */
async function findLaneHeads(tx: Tx, now: number): Promise<{ first: number[]; retries: number[] }> {
  const rows = await tx
    .selectFrom('subscriptions as s')
    // With parameters in place of literals, the databases would not use the partial indexes of the lanes.
    .select([
      sql<number | null>`(select min(d.id) from deliveries d
        where d."subscriptionId" = s.id and d.state = 'pending' and d."lastAttemptAt" is null)`.as('first'),
      sql<number | null>`(select d.id from deliveries d
        where d."subscriptionId" = s.id and d.state = 'pending' and d."lastAttemptAt" is not null
          and d."nextAttemptAt" <= ${now}
        order by d."nextAttemptAt", d.id limit 1)`.as('retries'),
    ])
    .where('s.status', '=', 'approved')
    .execute();
  const withoutNull = (ids: (number | null)[]) => ids.filter((id) => id !== null);
  return {
    first: withoutNull(rows.map(({ first }) => first)),
    retries: withoutNull(rows.map(({ retries }) => retries)),
  };
}

/** Locks lane heads that no worker has claimed, at most `limit`. */
async function lockUnclaimed(store: Store, tx: Tx, heads: number[], limit: number, now: number) {
  if (heads.length === 0 || limit <= 0) return [];
  const query = tx
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.eventId')
    .innerJoin('subscriptions as s', 's.id', 'd.subscriptionId')
    .select(['d.id', 'd.state', 'd.attempts', 'd.lastAttemptAt', 'd.eventId', 'd.subscriptionId'])
    .select(['e.payload', 's.callbackUrl', 's.secret'])
    .where('d.id', 'in', heads)
    .where('d.nextAttemptAt', '<=', now)
    .where('d.claimedUntil', '<=', now)
    .orderBy('d.nextAttemptAt')
    .orderBy('d.id')
    .limit(limit);
  return claimable(store, query, 'd').execute();
}

export async function claimDueDeliveries(store: Store, tx: Tx, limits: DeliveryLimits, now: number): Promise<Claim[]> {
  const heads = await findLaneHeads(tx, now);
  const first = await lockUnclaimed(store, tx, heads.first, limits.first, now);
  const retries = await lockUnclaimed(store, tx, heads.retries, limits.retries, now);
  // Another worker may have attempted a delivery between the read and the lock.
  const claims = [
    ...first.filter(({ state, lastAttemptAt }) => state === 'pending' && lastAttemptAt === null),
    ...retries.filter(({ state }) => state === 'pending'),
  ];
  if (claims.length === 0) return [];
  const ids = claims.map(({ id }) => id);
  await tx
    .updateTable('deliveries')
    .set({ claimedUntil: now + deliveryClaimMs })
    .where('id', 'in', ids)
    .execute();
  return claims;
}
