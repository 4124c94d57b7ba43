// Reads the log of changes from a cursor on.
import type { Change } from '#contract/schemas/changes.ts';
import type { Cursor } from './difference.ts';
import { isoTime } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';

export interface ChangesPage {
  items: Change[];
  /** Changes after the cursor, before limit. */
  total: number;
  /** Of the items, in their order: where to go on after each. */
  numbers: number[];
  next: Cursor;
  /** Grows with every change of the log. */
  newest: Cursor;
  /** Milliseconds. */
  changedAt: number;
  /** Changes of items that the client may not see. */
  hidden: number;
}

/** The text of a live item; undefined where it has none that is free. */
export type ReadText = (id: string) => string | undefined;

function toChange({ itemId, createdNumber, hash, type, entry, at }: Tables['changes'], after: number): Change {
  const change = hash === null ? 'retracted' : createdNumber > after ? 'created' : 'updated';
  return {
    change,
    id: itemId,
    type,
    ...(entry !== null && JSON.parse(entry)),
    ...(hash !== null && { hash }),
    at: isoTime(at),
  };
}

/** `seen`: the items that the client may see; what was retracted it may hear of, too, since it may hold it. Without a cursor, from the beginning. Gives why a cursor is of no use. */
export async function readChanges(
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
  const count = all.select((eb) => eb.fn.countAll<number>().as('total'));
  const whole = seen ? (await count.executeTakeFirstOrThrow()).total : total;
  return {
    items: rows.map((row) => toChange(row, after)),
    hidden: Number(whole) - Number(total),
    total: Number(total),
    numbers: rows.map(({ number: at }) => at),
    next: { epoch, number: rows.at(-1)?.number ?? after },
    newest: { epoch, number },
    changedAt,
  };
}

/** With the texts: the page ends before they are more than `most` characters, but has one item at least. */
export function addBodies(page: ChangesPage, textOf: ReadText, most: number): ChangesPage {
  let characters = 0;
  const items: Change[] = [];
  for (const item of page.items) {
    const body = item.change === 'retracted' ? undefined : textOf(item.id);
    characters += body?.length ?? 0;
    if (characters > most && items.length > 0) break;
    items.push(body ? { ...item, body } : item);
  }
  const isCut = items.length < page.items.length;
  return { ...page, items, ...(isCut && { next: { ...page.next, number: page.numbers[items.length - 1]! } }) };
}
