// Caches transcripts by recording, engine and language; for an hour also by address.
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../../storage/store.ts';
import type { EngineTranscript, PartialTranscript } from './engines.ts';

/** Version of the code that decodes, cuts and checks. Results of earlier versions are not reused. */
const pipelineVersion = 4;

export const cacheKey = (mediaSha256: string, engine: string, language: string | undefined): string =>
  sha256(JSON.stringify([mediaSha256, engine, language ?? null, pipelineVersion]));

export type CachedTranscript = EngineTranscript & { durationSeconds: number };

async function read(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('transcripts').select('heard').where('key', '=', key).executeTakeFirst();
  return row && JSON.parse(row.heard);
}

export const readCachedTranscript = async (db: Db, key: string): Promise<CachedTranscript | undefined> =>
  (await read(db, key)) as CachedTranscript | undefined;

/** Time for which the recording at an address is assumed to be unchanged. */
const addressMs = 3_600_000;

const addressKey = (url: string, engine: string, language: string | undefined): string =>
  sha256(JSON.stringify(['address', url, engine, language ?? null, pipelineVersion]));

/** Returns the transcript of this address from the last hour. */
export async function readTranscriptByAddress(
  db: Db,
  [url, engine, language]: Parameters<typeof addressKey>,
  now: number,
): Promise<CachedTranscript | undefined> {
  const row = await db
    .selectFrom('transcripts')
    .select('heard')
    .where('key', '=', addressKey(url, engine, language))
    .where('createdAt', '>', now - addressMs)
    .executeTakeFirst();
  return row && readCachedTranscript(db, JSON.parse(row.heard) as string);
}

async function put(
  db: Db,
  key: string,
  value: CachedTranscript | PartialTranscript | string,
  now: number,
): Promise<void> {
  const row = { heard: JSON.stringify(value), createdAt: now };
  await db
    .insertInto('transcripts')
    .values({ key, ...row })
    .onConflict((on) => on.column('key').doUpdateSet(row))
    .execute();
}

export const cacheTranscript = (db: Db, key: string, transcript: CachedTranscript, now: number): Promise<void> =>
  put(db, key, transcript, now);

export const cacheAddress = (db: Db, at: Parameters<typeof addressKey>, key: string, now: number): Promise<void> =>
  put(db, addressKey(...at), key, now);

const partKey = (key: string): string => `part:${key}`;

/** Returns the transcript that an interrupted process saved. */
export const readPartialTranscript = async (db: Db, key: string): Promise<PartialTranscript | undefined> =>
  (await read(db, partKey(key))) as PartialTranscript | undefined;

export const cachePartialTranscript = (db: Db, key: string, part: PartialTranscript, now: number): Promise<void> =>
  put(db, partKey(key), part, now);

export async function deletePartialTranscript(db: Db, key: string): Promise<void> {
  await db.deleteFrom('transcripts').where('key', '=', partKey(key)).execute();
}
