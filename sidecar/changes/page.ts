// Reads the log of changes from a cursor on.
import type { Change } from '#contract/schemas/changes.ts';
import type { Cursor } from './difference.ts';
import { isoTime } from '#domain/instants.ts';
import type { Db } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

export interface ChangesPage {
  items: Change[];
  /** Changes after the cursor, before limit. */
  total: number;
  next: Cursor;
  /** Grows with every change of the log. */
  newest: Cursor;
  /** Milliseconds. */
  changedAt: number;
}

function changeOf({ itemId, createdNumber, hash, type, entry, at }: Tables['changes'], after: number): Change {
  const change = hash === null ? 'retracted' : createdNumber > after ? 'created' : 'updated';
  return { change, id: itemId, type, ...(entry !== null && JSON.parse(entry)), at: isoTime(at) };
}

/** `seen`: the items that the client may see; what was retracted it may hear of, too, since it may hold it. Without a cursor, from the beginning. Gives why a cursor is of no use. */
export async function changesAfter(
  db: Db,
  cursor: Cursor | undefined,
  limit: number,
  seen?: string[],
): Promise<ChangesPage | 'unknown' | 'too_old'> {
  const { epoch, number, forgotten, changedAt } = await db
    .selectFrom('changeLog')
    .selectAll()
    .executeTakeFirstOrThrow();
  if (cursor && (cursor.epoch !== epoch || cursor.number > number)) return 'unknown';
  if (cursor && cursor.number < forgotten) return 'too_old';
  const after = cursor?.number ?? 0;
  const all = db.selectFrom('changes').where('number', '>', after);
  const later = seen ? all.where((is) => is.or([is('itemId', 'in', seen), is('hash', 'is', null)])) : all;
  const rows = await later.selectAll().orderBy('number').limit(limit).execute();
  const { total } = await later.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return {
    items: rows.map((row) => changeOf(row, after)),
    total: Number(total),
    next: { epoch, number: rows.at(-1)?.number ?? after },
    newest: { epoch, number },
    changedAt,
  };
}
