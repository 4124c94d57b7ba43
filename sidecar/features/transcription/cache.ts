// Earlier transcripts, by the recording's bytes, the engine and the language it was given; for a while also by its address.
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../../storage/store.ts';
import type { Heard } from './engines.ts';
import type { Part } from './part.ts';

/** Version of the code that decodes, cuts and checks. Results of earlier versions are not reused. */
const hearingVersion = 4;

export const cacheKey = (mediaSha256: string, engine: string, language: string | undefined): string =>
  sha256(JSON.stringify([mediaSha256, engine, language ?? null, hearingVersion]));

export type KeptHeard = Heard & { durationSeconds: number };

async function read(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('transcripts').select('heard').where('key', '=', key).executeTakeFirst();
  return row && JSON.parse(row.heard);
}

export const recall = async (db: Db, key: string): Promise<KeptHeard | undefined> =>
  (await read(db, key)) as KeptHeard | undefined;

/** A recording that was had from there so short a time ago is taken to be the same. */
const addressMs = 3_600_000;

const addressKey = (url: string, engine: string, language: string | undefined): string =>
  sha256(JSON.stringify(['address', url, engine, language ?? null, hearingVersion]));

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

async function put(db: Db, key: string, value: KeptHeard | Part | string, now: number): Promise<void> {
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

const partKey = (key: string): string => `part:${key}`;

/** What was heard of a recording by a process that did not come to the end. */
export const recallPart = async (db: Db, key: string): Promise<Part | undefined> =>
  (await read(db, partKey(key))) as Part | undefined;

export const rememberPart = (db: Db, key: string, part: Part, now: number): Promise<void> =>
  put(db, partKey(key), part, now);

export async function forgetPart(db: Db, key: string): Promise<void> {
  await db.deleteFrom('transcripts').where('key', '=', partKey(key)).execute();
}
