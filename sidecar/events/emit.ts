// Writes an event and one delivery for each approved subscriber, in the transaction of its cause.
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { EventPayloads, EventType } from '#contract/schemas/webhooks.ts';
import { isoTime } from '#domain/instants.ts';
import type { Tx } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

export type NewEvent = { [T in EventType]: { type: T; payload: EventPayloads[T] } }[EventType];

/** Events written by one statement. */
const chunkSize = 200;

/** Ids of one process ascend in the order in which they are made. */
const newEventId = (): string => `evt_${v7()}`;

const rowOf = ({ type, payload }: NewEvent, now: number) => ({
  id: newEventId(),
  type,
  payload: JSON.stringify({ event: type, ...payload, type, timestamp: isoTime(now) }),
  createdAt: now,
});

/** The order of the list is the order in which each subscriber gets them. */
export async function emitAll(tx: Tx, list: NewEvent[], now: number): Promise<void> {
  for (let start = 0; start < list.length; start += chunkSize) {
    const rows = list.slice(start, start + chunkSize).map((event) => rowOf(event, now));
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
          ) // prettier-ignore
          .where('subscriptions.status', '=', 'approved')
          .where('subscriptions.events', 'like', sql<string>`'%"' || events.type || '"%'`)
          .orderBy('events.id')
          .orderBy('subscriptions.id'),
      )
      .execute();
  }
}

export async function emit<T extends EventType>(
  tx: Tx,
  type: T,
  payload: EventPayloads[T],
  now: number,
): Promise<void> {
  await emitAll(tx, [{ type, payload } as NewEvent], now);
}

/** For one subscriber alone. Gives the event's id. */
export async function emitTo(tx: Tx, subscriptionId: string, event: NewEvent, now: number): Promise<string> {
  const row = rowOf(event, now);
  await tx.insertInto('events').values(row).execute();
  const delivery = { eventId: row.id, subscriptionId, state: 'pending', attempts: 0 } as const;
  await tx
    .insertInto('deliveries')
    .values({ ...delivery, nextAttemptAt: now, claimedUntil: 0 })
    .execute();
  return row.id;
}

type Row = Tables['changes'];

function itemOf({ itemId, type, entry }: Row) {
  const { title, url, date } = JSON.parse(entry!) as { title: string; url: string; date: string };
  return { id: itemId, type, title, url, date };
}

/** content.updated and content.retracted, written with the change itself; `retracted` as they were last live. */
export async function emitChanges(
  tx: Tx,
  { updated, retracted }: { updated: Row[]; retracted: Row[] },
  now: number,
): Promise<void> {
  const at = isoTime(now);
  const events: NewEvent[] = [
    ...updated.map((row): NewEvent => {
      const payload = { item: itemOf(row), hash: row.hash!, updatedAt: at };
      return { type: 'content.updated', payload };
    }),
    ...retracted.map((row): NewEvent => ({
      type: 'content.retracted',
      payload: { item: itemOf(row), retractedAt: at },
    })),
  ];
  await emitAll(tx, events, now);
}
