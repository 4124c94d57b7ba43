// Reads the log of deliveries, and sends them again.
import { sql } from 'kysely';
import { isoTime } from '#domain/instants.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { DeliveryState } from '../../storage/tables.ts';

export interface LogFilter {
  subscriptionId?: string;
  state?: DeliveryState;
  /** Limits the result to deliveries with a smaller id: the next page. */
  before?: number;
  limit: number;
}

/** Returns deliveries, newest first. */
export const readDeliveryLog = (db: Db, { subscriptionId, state, before, limit }: LogFilter) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.eventId')
    .select(['d.id', 'd.eventId', 'e.type', 'd.subscriptionId', 'd.state', 'd.attempts', 'e.createdAt'])
    .select(['d.lastAttemptAt', 'd.nextAttemptAt', 'd.lastStatus', 'd.lastError'])
    .$if(subscriptionId !== undefined, (query) => query.where('d.subscriptionId', '=', subscriptionId!))
    // With a literal, both databases use the partial index of exhausted deliveries.
    .$if(state !== undefined, (query) => query.where('d.state', '=', sql.lit(state!)))
    .$if(before !== undefined, (query) => query.where('d.id', '<', before!))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

export type LoggedDelivery = Awaited<ReturnType<typeof readDeliveryLog>>[number];

/** Counts pending deliveries, with literals so that both databases use the indexes of the lanes. */
export async function countPendingDeliveries(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select
    (select count(*) from deliveries where state = 'pending' and "lastAttemptAt" is null) +
    (select count(*) from deliveries where state = 'pending' and "lastAttemptAt" is not null) as waiting`.execute(db);
  return rows[0]!.waiting;
}

/** One delivery of a subscription, or all of its events since a time in milliseconds. */
export type Replay = { subscriptionId: string } & ({ delivery: number } | { since: number });

const replayAuditEntry = (selection: Replay) =>
  'delivery' in selection
    ? { action: 'delivery.replayed', subject: String(selection.delivery), detail: selection.subscriptionId }
    : {
        action: 'subscription.replayed',
        subject: selection.subscriptionId,
        detail: `since ${isoTime(selection.since)}`,
      };

/**
 * Queues deliveries that ended, or one that waits for its next attempt, to be sent immediately with the same
 * webhook-id, in the order of their events and with a new retry schedule. Returns the number of deliveries: zero if the
 * subscription is not approved.
 */
export async function replay(tx: Tx, selection: Replay, actor: string, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now, finishedAt: null })
    .where('claimedUntil', '<=', now)
    .where('subscriptionId', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('subscriptions.id')
        .where('status', '=', 'approved')
        .where('subscriptions.id', '=', selection.subscriptionId),
    )
    .$if('delivery' in selection, (query) => query.where('id', '=', (selection as { delivery: number }).delivery))
    .$if('since' in selection, (query) =>
      query.where('eventId', 'in', (eb) =>
        eb
          .selectFrom('events')
          .select('events.id')
          .where('createdAt', '>=', (selection as { since: number }).since),
      ),
    )
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  if (count > 0) {
    await tx
      .insertInto('audit')
      .values({ at: now, who: actor, ...replayAuditEntry(selection) })
      .execute();
  }
  return count;
}

/** Counts deliveries that failed for good, by subscription. */
export async function countExhausted(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['subscriptionId', ({ fn }) => fn.countAll<number>().as('total')])
    .where('state', '=', sql.lit('exhausted'))
    .groupBy('subscriptionId')
    .execute();
  return new Map(rows.map(({ subscriptionId, total }) => [subscriptionId, Number(total)]));
}
