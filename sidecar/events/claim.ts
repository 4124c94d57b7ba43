// Takes due deliveries so that no other worker has them, one at a time of each subscriber's two lanes.
//
// First attempts of a subscriber go out one after the other, in the order of the events. Repeats have a lane of their own,
// by the time they are due, so that they hold no first attempt back. A delivery that is held stays at the head of its
// lane and so keeps the lane busy, for all workers.
import { sql } from 'kysely';
import { claimable, type Store, type Tx } from '../store/store.ts';

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
export const claimMs = 30_000;

// Literals, not parameters: only so do both databases use the partial indexes of the lanes.
const firstHeads = sql<number>`(
  select (select min(d.id) from deliveries d
          where d."subscriptionId" = s.id and d.state = 'pending' and d."lastAttemptAt" is null)
  from subscriptions s where s.status = 'approved')`;

const againHeads = (now: number) => sql<number>`(
  select (select d.id from deliveries d
          where d."subscriptionId" = s.id and d.state = 'pending' and d."lastAttemptAt" is not null
            and d."nextAttemptAt" <= ${now}
          order by d."nextAttemptAt", d.id limit 1)
  from subscriptions s where s.status = 'approved')`;

async function lane(store: Store, tx: Tx, isFirst: boolean, limit: number, now: number): Promise<number[]> {
  if (limit <= 0) return [];
  // Said again of the row itself: another worker may have finished it between the look at the lanes and the lock.
  const query = tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', 'in', isFirst ? firstHeads : againHeads(now))
    .where('state', '=', 'pending')
    .where('lastAttemptAt', isFirst ? 'is' : 'is not', null)
    .where('nextAttemptAt', '<=', now)
    .where('claimedUntil', '<=', now)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit);
  return (await claimable(store, query).execute()).map(({ id }) => id);
}

export interface Limits {
  first: number;
  again: number;
}

export async function claimDue(store: Store, tx: Tx, limits: Limits, now: number): Promise<Claim[]> {
  const ids = [
    ...(await lane(store, tx, true, limits.first, now)),
    ...(await lane(store, tx, false, limits.again, now)),
  ];
  if (ids.length === 0) return [];
  await tx
    .updateTable('deliveries')
    .set({ claimedUntil: now + claimMs })
    .where('id', 'in', ids)
    .execute();
  return tx
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.eventId')
    .innerJoin('subscriptions as s', 's.id', 'd.subscriptionId')
    .select(['d.id', 'd.attempts', 'd.lastAttemptAt', 'd.eventId', 'd.subscriptionId'])
    .select(['e.payload', 's.callbackUrl', 's.secret'])
    .where('d.id', 'in', ids)
    .orderBy('d.id')
    .execute();
}

/** The embedded store has one worker: what is held at its start, is held by a process that died. */
export async function freeAbandoned({ kind, db }: Store): Promise<void> {
  if (kind !== 'sqlite') return;
  await db.updateTable('deliveries').set({ claimedUntil: 0 }).where('claimedUntil', '>', 0).execute();
}
