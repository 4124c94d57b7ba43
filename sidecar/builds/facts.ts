// Small facts in the store, by name, that every sidecar on it shares.
import type { Db } from '../store/store.ts';

export async function setFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

export const fact = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst())?.value;
