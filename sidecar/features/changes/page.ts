// Reads a page of the log of changes after a cursor.
import type { SelectQueryBuilder } from 'kysely';
import type { Change } from '#contract/schemas/changes.ts';
import type { Cursor } from './difference.ts';
import { isoTime } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';

export interface ChangesPage {
  items: Change[];
  total: number;
  /** Numbers of the items in the log, in their order. */
  numbers: number[];
  next: Cursor;
  newest: Cursor;
  /** Milliseconds since the epoch of the latest change. */
  changedAt: number;
  /** Number of changes of items that the client may not see. */
  hidden: number;
}

/** Returns the text of a live item, or undefined if it has none that the client may read. */
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

async function countRows(query: SelectQueryBuilder<Tables, 'changes', object>): Promise<number> {
  const { count } = await query.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the reason why a cursor is not usable. */
function findCursorProblem(
  { epoch, number }: Cursor,
  log: { epoch: string; number: number; forgotten: number },
): 'unknown' | 'too_old' | undefined {
  if (epoch !== log.epoch || number > log.number) return 'unknown';
  return number < log.forgotten ? 'too_old' : undefined;
}

/**
 * Reads changes after the cursor, or from the start of the log. If `visibleIds` is given, the page has only these
 * items and retracted ones, which the client may have a copy of. Returns the reason if a cursor is not usable.
 */
export async function readChanges(
  db: Db,
  cursor: Cursor | undefined,
  limit: number,
  visibleIds?: string[],
): Promise<ChangesPage | 'unknown' | 'too_old'> {
  const log = await db.selectFrom('changeLog').selectAll().executeTakeFirstOrThrow();
  const problem = cursor && findCursorProblem(cursor, log);
  if (problem) return problem;
  const { epoch, number, changedAt } = log;
  const after = cursor?.number ?? 0;
  const all = db.selectFrom('changes').where('number', '>', after);
  const visible = visibleIds ? all.where((eb) => eb.or([eb('itemId', 'in', visibleIds), eb('hash', 'is', null)])) : all;
  const rows = await visible.selectAll().orderBy('number').limit(limit).execute();
  const total = await countRows(visible);
  return {
    items: rows.map((row) => toChange(row, after)),
    hidden: visibleIds ? (await countRows(all)) - total : 0,
    total,
    numbers: rows.map((row) => row.number),
    next: { epoch, number: rows.at(-1)?.number ?? after },
    newest: { epoch, number },
    changedAt,
  };
}

/** Adds the texts. The page ends before they exceed `maxCharacters`, but has at least one item. */
export function addBodies(page: ChangesPage, textOf: ReadText, maxCharacters: number): ChangesPage {
  let characters = 0;
  const items: Change[] = [];
  for (const item of page.items) {
    const body = item.change === 'retracted' ? undefined : textOf(item.id);
    characters += body?.length ?? 0;
    if (characters > maxCharacters && items.length > 0) break;
    items.push(body ? { ...item, body } : item);
  }
  const isCut = items.length < page.items.length;
  return { ...page, items, ...(isCut && { next: { ...page.next, number: page.numbers[items.length - 1]! } }) };
}
