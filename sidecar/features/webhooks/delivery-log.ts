// What was delivered to whom, and sending it again.
import { sql } from 'kysely';
import { isoTime } from '#domain/instants.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { DeliveryState } from '../../storage/tables.ts';

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
export const readDeliveryLog = (
  db: Db,
  { subscriptionId, state, before, limit }: LogFilter,
): Promise<LoggedDelivery[]> =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.eventId')
    .select(['d.id', 'd.eventId', 'e.type', 'd.subscriptionId', 'd.state', 'd.attempts', 'e.createdAt'])
    .select(['d.lastAttemptAt', 'd.nextAttemptAt', 'd.lastStatus', 'd.lastError'])
    .$if(subscriptionId !== undefined, (query) => query.where('d.subscriptionId', '=', subscriptionId!))
    // A literal, so that both databases use the partial index of those that were given up.
    .$if(state !== undefined, (query) => query.where('d.state', '=', sql.lit(state!)))
    .$if(before !== undefined, (query) => query.where('d.id', '<', before!))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

/** Deliveries that have not ended. Literals, so that the indexes of the lanes are used. */
export async function countPendingDeliveries(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select
    (select count(*) from deliveries where state = 'pending' and "lastAttemptAt" is null) +
    (select count(*) from deliveries where state = 'pending' and "lastAttemptAt" is not null) as waiting`.execute(db);
  return rows[0]!.waiting;
}

/** Of one subscription: a delivery, or all of its events since a time. */
export type Replay = { subscriptionId: string } & ({ delivery: number } | { since: number });

const replayAuditEntry = (what: Replay) =>
  'delivery' in what
    ? { action: 'delivery.replayed', subject: String(what.delivery), detail: what.subscriptionId }
    : {
        action: 'subscription.replayed',
        subject: what.subscriptionId,
        detail: `since ${isoTime(what.since)}`,
      };

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
      eb
        .selectFrom('subscriptions')
        .select('subscriptions.id')
        .where('status', '=', 'approved')
        .where('subscriptions.id', '=', what.subscriptionId),
    )
    .$if('delivery' in what, (query) => query.where('id', '=', (what as { delivery: number }).delivery))
    .$if('since' in what, (query) =>
      query.where('eventId', 'in', (eb) =>
        eb
          .selectFrom('events')
          .select('events.id')
          .where('createdAt', '>=', (what as { since: number }).since),
      ),
    )
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  if (count > 0) {
    await tx
      .insertInto('audit')
      .values({ at: now, who, ...replayAuditEntry(what) })
      .execute();
  }
  return count;
}

/** Deliveries that were given up, by subscription. */
export async function countExhausted(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['subscriptionId', ({ fn }) => fn.countAll<number>().as('total')])
    .where('state', '=', sql.lit('exhausted'))
    .groupBy('subscriptionId')
    .execute();
  return new Map(rows.map(({ subscriptionId, total }) => [subscriptionId, Number(total)]));
}
