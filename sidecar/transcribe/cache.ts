// What was heard before: by the recording's bytes, the engine and the language that it was told.
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

export async function remember(db: Db, key: string, heard: KeptHeard, now: number): Promise<void> {
  const row = { heard: JSON.stringify(heard), createdAt: now };
  await db
    .insertInto('transcripts')
    .values({ key, ...row })
    .onConflict((on) => on.column('key').doUpdateSet(row))
    .execute();
}
