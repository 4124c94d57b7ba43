// Credentials of the creator: at most one password, and passkeys.
import type { Db, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import type { PasswordHash } from './hash-password.ts';

export type Credential = Tables['credentials'];

const passwordId = 'password';

export const listCredentials = (db: Db): Promise<Credential[]> =>
  db.selectFrom('credentials').selectAll().orderBy('createdAt').orderBy('id').execute();

export const findCredential = (db: Db, id: string): Promise<Credential | undefined> =>
  db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns false if only a one-time link can sign in. */
export const hasCredential = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('credentials').select('id').limit(1).executeTakeFirst()) !== undefined;

export async function readPasswordHash(db: Db): Promise<PasswordHash | undefined> {
  const credential = await findCredential(db, passwordId);
  return credential && (JSON.parse(credential.data) as PasswordHash);
}

/** Replaces the password. */
export async function savePassword(tx: Tx, hash: PasswordHash, now: number): Promise<void> {
  const values = { data: JSON.stringify(hash), createdAt: now, usedAt: null };
  await tx
    .insertInto('credentials')
    .values({ id: passwordId, kind: 'password', label: 'Password', ...values })
    .onConflict((on) => on.column('id').doUpdateSet(values))
    .execute();
}

/** Returns false if the credential exists already. */
export async function addCredential(tx: Tx, credential: Credential): Promise<boolean> {
  const insertResult = await tx
    .insertInto('credentials')
    .values(credential)
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return insertResult !== undefined;
}

export const notePasswordUse = (tx: Tx, now: number): Promise<unknown> =>
  tx.updateTable('credentials').set({ usedAt: now }).where('id', '=', passwordId).execute();

export const removeCredential = (tx: Tx, id: string): Promise<Credential | undefined> =>
  tx.deleteFrom('credentials').where('id', '=', id).returningAll().executeTakeFirst();
