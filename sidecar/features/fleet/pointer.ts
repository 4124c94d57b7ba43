// What all machines of a room agree on, in PostgreSQL: which release is live, and which content is the newest. A pointer
// moves only from the value that its mover has seen, and those who listen hear of it at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../storage/store.ts';

export type PointerName = 'current' | 'files';

export interface Pointer<T> {
  value: T;
  /** As it stands in the store. */
  text: string;
}

const channel = 'greenroom_fleet';

export async function readPointer<T>(db: Db, name: PointerName): Promise<Pointer<T> | undefined> {
  const row = await db.selectFrom('fleetPointers').select('value').where('name', '=', name).executeTakeFirst();
  return row && { value: JSON.parse(row.value) as T, text: row.value };
}

/** False where somebody else has moved it since it was read. */
export async function movePointer<T>(
  db: Db,
  name: PointerName,
  from: Pointer<T> | undefined,
  value: T,
): Promise<boolean> {
  const text = JSON.stringify(value);
  const moved = from
    ? db.updateTable('fleetPointers').set({ value: text }).where('name', '=', name).where('value', '=', from.text)
    : db
        .insertInto('fleetPointers')
        .values({ name, value: text })
        .onConflict((on) => on.doNothing());
  const { numUpdatedRows, numInsertedOrUpdatedRows } = (await moved.executeTakeFirst()) as {
    numUpdatedRows?: bigint;
    numInsertedOrUpdatedRows?: bigint;
  };
  if ((numUpdatedRows ?? numInsertedOrUpdatedRows) !== 1n) return false;
  await sql`select pg_notify(${channel}, ${name})`.execute(db);
  return true;
}

const againMs = 5000;

/** Calls `onMove` for each move, as long as the connection holds; whoever must not miss one looks from time to time, too. */
export function hearMoves(url: string, onMove: () => void): () => void {
  let client: pg.Client | undefined;
  const ended = new AbortController();
  const listen = async (): Promise<void> => {
    client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: againMs });
    const broken = new Promise<void>((done) => client!.on('error', () => done()).on('end', () => done()));
    client.on('notification', onMove);
    await client.connect();
    await client.query(`listen ${channel}`);
    await broken;
  };
  void (async () => {
    while (!ended.signal.aborted) {
      await listen().catch(() => undefined);
      await client?.end().catch(() => undefined);
      await sleep(againMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    ended.abort();
    void client?.end().catch(() => undefined);
  };
}
