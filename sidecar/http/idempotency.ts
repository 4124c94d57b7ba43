// Idempotency-Key: the same key with the same body answers the first response again, for 24 hours.
// (draft-ietf-httpapi-idempotency-key-header; decisions.md, General)
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import type { Db, Tx } from '../store/store.ts';

const keptMs = 24 * 3_600_000;
/** A first request that has not ended by then died with its process; the next one takes its place. */
const abandonedMs = 60_000;

export interface Keyed {
  route: string;
  client: string;
  key: string;
  body: unknown;
  now: number;
}

const conflict = () =>
  new ApiError('conflict', 'The first request with this Idempotency-Key is still under way.', {
    field: 'Idempotency-Key',
  });
const otherBody = () =>
  new ApiError('unprocessable', 'This Idempotency-Key was used with another body.', { field: 'Idempotency-Key' });

export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length >= 1 && header.length <= 255) return header;
  throw new ApiError('bad_request', 'Idempotency-Key has 1 to 255 characters.', { field: 'Idempotency-Key' });
}

/** Takes the key, or gives the kept answer. */
async function take(db: Db, id: string, bodyHash: string, now: number): Promise<string | undefined> {
  const fresh = { key: id, bodyHash, answer: null, createdAt: now };
  for (;;) {
    const inserted = await db
      .insertInto('idempotency')
      .values(fresh)
      .onConflict((on) => on.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (inserted) return undefined;
    const kept = await db.selectFrom('idempotency').selectAll().where('key', '=', id).executeTakeFirst();
    if (!kept) continue;
    const until = kept.createdAt + (kept.answer === null ? abandonedMs : keptMs);
    if (now < until) {
      if (kept.bodyHash !== bodyHash) throw otherBody();
      if (kept.answer === null) throw conflict();
      return kept.answer;
    }
    await db.deleteFrom('idempotency').where('key', '=', id).where('createdAt', '=', kept.createdAt).execute();
  }
}

/**
 * Runs `work` once for each key. Its effects and its answer are committed together, so that a crash leaves both or neither.
 * A failure frees the key.
 */
export async function once<T>(db: Db, keyed: Keyed | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!keyed) return db.transaction().execute(work);
  const id = sha256(JSON.stringify([keyed.route, keyed.client, keyed.key]));
  const kept = await take(db, id, sha256(JSON.stringify(keyed.body ?? null)), keyed.now);
  if (kept !== undefined) return JSON.parse(kept) as T;
  try {
    return await db.transaction().execute(async (tx) => {
      const answer = await work(tx);
      await tx
        .updateTable('idempotency')
        .set({ answer: JSON.stringify(answer) })
        .where('key', '=', id)
        .execute();
      return answer;
    });
  } catch (error) {
    await db.deleteFrom('idempotency').where('key', '=', id).where('answer', 'is', null).execute();
    throw error;
  }
}
