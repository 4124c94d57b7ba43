// The outbox: an event and its deliveries, written in the transaction of its cause.
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from './store.ts';
import type { Tables } from './tables.ts';

export type EventRow = Tables['events'];

/** Creates an id. Ids of one process ascend in the order of their creation. */
export const newEventId = (): string => `evt_${v7()}`;

/** Queues events for each approved subscriber in the order of the list. */
export async function enqueue(tx: Tx, rows: EventRow[]): Promise<void> {
  await tx.insertInto('events').values(rows).execute();
  await tx
    .insertInto('deliveries')
    .columns(['eventId', 'subscriptionId', 'state', 'attempts', 'nextAttemptAt', 'claimedUntil'])
    .expression((eb) =>
      eb
        .selectFrom(['events', 'subscriptions'])
        .select([
          'events.id',
          'subscriptions.id',
          sql.lit('pending').as('state'),
          sql.lit(0).as('attempts'),
          'events.createdAt',
          sql.lit(0).as('claimedUntil'),
        ])
        .where(
          'events.id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('subscriptions.status', '=', 'approved')
        .where('subscriptions.events', 'like', sql<string>`'%"' || events.type || '"%'`)
        .orderBy('events.id')
        .orderBy('subscriptions.id'),
    )
    .execute();
}

/** Queues an event for one subscriber. */
export async function enqueueTo(tx: Tx, subscriptionId: string, row: EventRow): Promise<void> {
  await tx.insertInto('events').values(row).execute();
  const delivery = { eventId: row.id, subscriptionId, state: 'pending', attempts: 0 } as const;
  await tx
    .insertInto('deliveries')
    .values({ ...delivery, nextAttemptAt: row.createdAt, claimedUntil: 0 })
    .execute();
}
