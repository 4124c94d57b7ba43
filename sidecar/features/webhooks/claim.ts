// Takes due deliveries so that no other worker has them, one at a time of each subscriber's two lanes.
//
// First attempts of a subscriber go out one after the other, in the order of the events. Repeats have a lane of their own,
// by the time they are due, so that they hold no first attempt back. A delivery that is held stays at the head of its
// lane and so keeps the lane busy, for all workers.
import { sql } from 'kysely';
import { claimable } from '../../storage/queue.ts';
import type { Store, Tx } from '../../storage/store.ts';

export interface Claim {
  id: number;
  /** Before this one, since it was queued or replayed. */
  attempts: number;
  /** Null for a first attempt. */
  lastAttemptAt: number | null;
  eventId: string;
  payload: string;
  subscriptionId: string;
  callbackUrl: string;
  secret: string;
}

/** Longer than an attempt can take; after it, the worker counts as dead. */
export const deliveryClaimMs = 30_000;

export interface DeliveryLimits {
  first: number;
  retries: number;
}

/**
 * The head of each approved subscriber's two lanes, held or not. A plain read: PostgreSQL keeps no figures about a queue
 * that fills and empties, and would look through all of it to lock rows that are found in the same statement.
 */
async function findLaneHeads(tx: Tx, now: number): Promise<{ first: number[]; retries: number[] }> {
  const rows = await tx
    .selectFrom('subscriptions as s')
    // Literals, not parameters: only so do both databases use the partial indexes of the lanes.
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
  const there = (ids: (number | null)[]) => ids.filter((id) => id !== null);
  return { first: there(rows.map(({ first }) => first)), retries: there(rows.map(({ retries }) => retries)) };
}

/** Locks those of the heads that nobody holds, at most `limit`. */
async function lockFree(store: Store, tx: Tx, heads: number[], limit: number, now: number) {
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
  const first = await lockFree(store, tx, heads.first, limits.first, now);
  const retries = await lockFree(store, tx, heads.retries, limits.retries, now);
  // Another worker may have tried one between the look at the lanes and the lock.
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
