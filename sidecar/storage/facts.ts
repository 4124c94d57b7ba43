// Small facts in the store, by name, that every sidecar on it shares.
import type { Db } from './store.ts';

export async function setFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

export const fact = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** A fact that is made once and kept, such as a secret. If several sidecars make it, all get the first one. */
export async function lastingFact(db: Db, name: string, make: () => string | Promise<string>): Promise<string> {
  const known = await fact(db, name);
  if (known !== undefined) return known;
  await db
    .insertInto('facts')
    .values({ name, value: await make() })
    .onConflict((on) => on.column('name').doNothing())
    .execute();
  return (await fact(db, name))!;
}
