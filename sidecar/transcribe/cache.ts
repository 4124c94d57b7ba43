// Earlier transcripts, by the recording's bytes, the engine and the language it was given; for a while also by its address.
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../store/store.ts';
import type { Heard } from './engines.ts';

export const cacheKey = (mediaSha256: string, engine: string, language: string | undefined): string =>
  sha256(JSON.stringify([mediaSha256, engine, language ?? null]));

export type KeptHeard = Heard & { durationSeconds: number };

export async function recall(db: Db, key: string): Promise<KeptHeard | undefined> {
  const row = await db.selectFrom('transcripts').select('heard').where('key', '=', key).executeTakeFirst();
  return row && (JSON.parse(row.heard) as KeptHeard);
}

/** A recording that was had from there so short a time ago is taken to be the same. */
const addressMs = 3_600_000;

const addressKey = (url: string, engine: string, language: string | undefined): string =>
  sha256(JSON.stringify(['address', url, engine, language ?? null]));

/** The transcript of this address within the last hour. */
export async function recallAddress(
  db: Db,
  [url, engine, language]: Parameters<typeof addressKey>,
  now: number,
): Promise<KeptHeard | undefined> {
  const row = await db
    .selectFrom('transcripts')
    .select('heard')
    .where('key', '=', addressKey(url, engine, language))
    .where('createdAt', '>', now - addressMs)
    .executeTakeFirst();
  return row && recall(db, JSON.parse(row.heard) as string);
}

async function put(db: Db, key: string, value: KeptHeard | string, now: number): Promise<void> {
  const row = { heard: JSON.stringify(value), createdAt: now };
  await db
    .insertInto('transcripts')
    .values({ key, ...row })
    .onConflict((on) => on.column('key').doUpdateSet(row))
    .execute();
}

export const remember = (db: Db, key: string, heard: KeptHeard, now: number): Promise<void> => put(db, key, heard, now);

export const rememberAddress = (db: Db, at: Parameters<typeof addressKey>, key: string, now: number): Promise<void> =>
  put(db, addressKey(...at), key, now);
