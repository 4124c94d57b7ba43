// content.updated and content.retracted: written with the change itself, so that each is sent once.
import { isoTime } from '#domain/instants.ts';
import type { Tables } from '../store/tables.ts';
import type { Tx } from '../store/store.ts';
import { emitAll, type NewEvent } from './emit.ts';

type Row = Tables['changes'];

function itemOf({ itemId, type, entry }: Row) {
  const { title, url, date } = JSON.parse(entry!) as { title: string; url: string; date: string };
  return { id: itemId, type, title, url, date };
}

/** `retracted` as they were last live. */
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
