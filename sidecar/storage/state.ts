// Tables that have one row, and secrets that are created once.
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;

/** Names of the tables that have one row. */
export type StateTable = {
  [T in keyof Tables]: Tables[T] extends { id: 1 } ? T : never;
}[keyof Tables];

// Kysely's types do not cover a generic table name, so that one table stands for all.
type AnyState = 'publishState';

export async function readState<T extends StateTable>(db: Db, table: T): Promise<Selectable<Tables[T]> | undefined> {
  const row: unknown = await db
    .selectFrom(table as AnyState)
    .selectAll()
    .executeTakeFirst();
  return row as Selectable<Tables[T]> | undefined;
}

/** Writes columns; others keep their values. */
export async function writeState<T extends StateTable>(
  db: Db,
  table: T,
  values: Omit<Insertable<Tables[T]>, 'id'>,
): Promise<void> {
  await db
    .insertInto(table as AnyState)
    .values({ id: 1, ...values } as never)
    .onConflict((on) => on.column('id').doUpdateSet(values))
    .execute();
}

const findSecret = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** Returns a secret, which is created once. If several sidecars create it concurrently, all get the first one. */
export async function readSecret(db: Db, name: string, make: () => string): Promise<string> {
  const storedSecret = await findSecret(db, name);
  if (storedSecret !== undefined) return storedSecret;
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((on) => on.column('name').doNothing())
    .execute();
  return (await findSecret(db, name))!;
}
