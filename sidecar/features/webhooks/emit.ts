// Writes an event and one delivery for each approved subscriber, in the transaction of its cause.
import type { EventPayloads, EventType } from '#contract/schemas/webhooks.ts';
import { isoTime } from '#domain/instants.ts';
import { enqueue, enqueueTo, newEventId } from '../../storage/outbox.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';

export type NewEvent = { [T in EventType]: { type: T; payload: EventPayloads[T] } }[EventType];

/** Events written by one statement. */
const chunkSize = 200;

const toEventRow = ({ type, payload }: NewEvent, now: number) => ({
  id: newEventId(),
  type,
  payload: JSON.stringify({ event: type, ...payload, type, timestamp: isoTime(now) }),
  createdAt: now,
});

/** Queues events. Each subscriber receives them in the order of the list. */
export async function emitAll(tx: Tx, list: NewEvent[], now: number): Promise<void> {
  for (let start = 0; start < list.length; start += chunkSize) {
    const rows = list.slice(start, start + chunkSize).map((event) => toEventRow(event, now));
    await enqueue(tx, rows);
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

/** Queues an event for one subscriber. Returns the id of the event. */
export async function emitTo(tx: Tx, subscriptionId: string, event: NewEvent, now: number): Promise<string> {
  const row = toEventRow(event, now);
  await enqueueTo(tx, subscriptionId, row);
  return row.id;
}

type ChangeRow = Tables['changes'];

function toEventItem({ itemId, type, entry }: ChangeRow) {
  const { title, url, date } = JSON.parse(entry!) as { title: string; url: string; date: string };
  return { id: itemId, type, title, url, date };
}

export interface LiveChanges {
  updated: ChangeRow[];
  /** Rows with the entries that were last live. */
  retracted: ChangeRow[];
}

/** Queues content.updated and content.retracted in the transaction of the changes. */
export async function emitChanges(tx: Tx, { updated, retracted }: LiveChanges, now: number): Promise<void> {
  const at = isoTime(now);
  const events: NewEvent[] = [
    ...updated.map((row): NewEvent => {
      const payload = { item: toEventItem(row), hash: row.hash!, updatedAt: at };
      return { type: 'content.updated', payload };
    }),
    ...retracted.map((row): NewEvent => ({
      type: 'content.retracted',
      payload: { item: toEventItem(row), retractedAt: at },
    })),
  ];
  await emitAll(tx, events, now);
}
