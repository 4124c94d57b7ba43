// Idempotency-Key: the same key with the same body answers the first response again, for 24 hours.
// (draft-ietf-httpapi-idempotency-key-header; decisions.md, General)
import { sql } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import { dayMs } from '#domain/instants.ts';
import type { Store, Tx } from '../store/store.ts';
import { seal, unseal } from './sealed-answer.ts';

export const keysKeptMs = dayMs;

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

/**
 * Whether no other request with the key is under way. A lock says so that dies with its process: nothing is left of a
 * first request that a crash cut off. In the embedded store transactions follow one another, and the second one waits.
 */
async function isFree({ kind }: Store, tx: Tx, id: string): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as free`;
  return (await lock.execute(tx)).rows[0]!.free;
}

async function keptAnswer(tx: Tx, id: string, bodyHash: string, now: number): Promise<string | undefined> {
  const kept = await tx.selectFrom('idempotency').selectAll().where('key', '=', id).executeTakeFirst();
  if (!kept || now >= kept.createdAt + keysKeptMs) return undefined;
  if (kept.bodyHash !== bodyHash) throw otherBody();
  return kept.answer;
}

/**
 * Runs `work` once for each key. Its effects, the key and the answer are committed together, so that a crash or a failure
 * leaves all or none.
 */
export async function once<T>(store: Store, keyed: Keyed | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!keyed) return store.db.transaction().execute(work);
  const named = JSON.stringify([keyed.route, keyed.client, keyed.key]);
  const id = sha256(named);
  const bodyHash = sha256(JSON.stringify(keyed.body ?? null));
  return store.db.transaction().execute(async (tx) => {
    if (!(await isFree(store, tx, id))) throw conflict();
    const kept = await keptAnswer(tx, id, bodyHash, keyed.now);
    if (kept !== undefined) return JSON.parse(unseal(kept, named)) as T;
    const answer = await work(tx);
    const row = { bodyHash, answer: seal(JSON.stringify(answer), named), createdAt: keyed.now };
    await tx
      .insertInto('idempotency')
      .values({ key: id, ...row })
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute();
    return answer;
  });
}
