// Two pointers in PostgreSQL that all machines of a room agree on: to the live release and to the newest content. A
// pointer moves only from the value that its mover has read, and machines that listen are notified of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../storage/store.ts';

export type PointerName = 'release' | 'files';

export interface Pointer<T> {
  value: T;
  /** The value as it is stored. */
  text: string;
}

const channel = 'greenroom_fleet';

export async function readPointer<T>(db: Db, name: PointerName): Promise<Pointer<T> | undefined> {
  const row = await db.selectFrom('fleetPointers').select('value').where('name', '=', name).executeTakeFirst();
  return row && { value: JSON.parse(row.value) as T, text: row.value };
}

/** Returns the new pointer, or undefined if another machine has moved it since it was read. */
export async function movePointer<T>(
  db: Db,
  name: PointerName,
  from: Pointer<T> | undefined,
  value: T,
): Promise<Pointer<T> | undefined> {
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
  if ((numUpdatedRows ?? numInsertedOrUpdatedRows) !== 1n) return undefined;
  await sql`select pg_notify(${channel}, ${name})`.execute(db);
  return { value, text };
}

const reconnectMs = 5000;

/** Calls `onMove` for each move, except while the connection is lost. Returns a function that stops listening. */
export function listenForMoves(url: string, onMove: () => void): () => void {
  let client: pg.Client | undefined;
  const endController = new AbortController();
  const listen = async (): Promise<void> => {
    client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: reconnectMs });
    const broken = new Promise<void>((resolve) => client!.on('error', () => resolve()).on('end', () => resolve()));
    client.on('notification', onMove);
    await client.connect();
    await client.query(`listen ${channel}`);
    await broken;
  };
  void (async () => {
    while (!endController.signal.aborted) {
      await listen().catch(() => undefined);
      await client?.end().catch(() => undefined);
      await sleep(reconnectMs, undefined, { signal: endController.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    endController.abort();
    void client?.end().catch(() => undefined);
  };
}
