// What was delivered to whom, and sending it again.
import type { Db, Tx } from '../store/store.ts';
import type { DeliveryState } from '../store/tables.ts';

export interface LogFilter {
  subscriptionId?: string;
  state?: DeliveryState;
  /** Only deliveries with a smaller id: the next page. */
  before?: number;
  limit: number;
}

export interface LoggedDelivery {
  id: number;
  eventId: string;
  type: string;
  subscriptionId: string;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  lastAttemptAt: number | null;
  nextAttemptAt: number;
  lastStatus: number | null;
  lastError: string | null;
}

/** Newest first. */
export const deliveryLog = (db: Db, { subscriptionId, state, before, limit }: LogFilter): Promise<LoggedDelivery[]> =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.eventId')
    .select(['d.id', 'd.eventId', 'e.type', 'd.subscriptionId', 'd.state', 'd.attempts', 'e.createdAt'])
    .select(['d.lastAttemptAt', 'd.nextAttemptAt', 'd.lastStatus', 'd.lastError'])
    .$if(subscriptionId !== undefined, (query) => query.where('d.subscriptionId', '=', subscriptionId!))
    .$if(state !== undefined, (query) => query.where('d.state', '=', state!))
    .$if(before !== undefined, (query) => query.where('d.id', '<', before!))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

export type Replay = { delivery: number } | { subscriptionId: string; since: number };

/**
 * Queues deliveries that ended, or one that waits for its next attempt, to go out at once with the same webhook-id, in
 * the order of their events and with the whole retry schedule before them. Gives how many; none where the subscription
 * is not approved.
 */
export async function replay(tx: Tx, what: Replay, who: string, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now, finishedAt: null })
    .where('claimedUntil', '<=', now)
    .where('subscriptionId', 'in', (eb) =>
      eb.selectFrom('subscriptions').select('subscriptions.id').where('status', '=', 'approved'),
    )
    .$if('delivery' in what, (query) => query.where('id', '=', (what as { delivery: number }).delivery))
    .$if('since' in what, (query) => {
      const { subscriptionId, since } = what as { subscriptionId: string; since: number };
      return query
        .where('subscriptionId', '=', subscriptionId)
        .where('eventId', 'in', (eb) => eb.selectFrom('events').select('events.id').where('createdAt', '>=', since));
    })
    .executeTakeFirst();
  const [action, subject, detail] =
    'delivery' in what
      ? ['delivery.replayed', String(what.delivery), null]
      : ['subscription.replayed', what.subscriptionId, `since ${new Date(what.since).toISOString()}`];
  await tx.insertInto('audit').values({ at: now, who, action, subject, detail }).execute();
  return Number(numUpdatedRows);
}
