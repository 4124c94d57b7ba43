// Idempotency-Key: the same key with the same body answers the first response again, for 24 hours.
// (draft-ietf-httpapi-idempotency-key-header) @spec-gap idempotency-key
import { sql } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import { dayMs } from '#domain/instants.ts';
import { every } from '../jobs/scheduler.ts';
import { createLease } from '../storage/lease.ts';
import type { Db, Store, Tx } from '../storage/store.ts';
import { seal, unseal } from './sealed-answer.ts';
import { newToken } from '../storage/tokens.ts';

export const keyRetentionMs = dayMs;

export interface KeyedRequest {
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

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
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

interface Named {
  /** What the key is kept under. */
  id: string;
  /** What the answer is sealed with. */
  secret: string;
  bodyHash: string;
}

function nameOf({ route, client, key, body }: KeyedRequest): Named {
  const secret = JSON.stringify([route, client, key]);
  return { id: sha256(secret), secret, bodyHash: sha256(JSON.stringify(body ?? null)) };
}

async function keptAnswer(db: Db, { id, secret, bodyHash }: Named, now: number): Promise<unknown> {
  const kept = await db.selectFrom('idempotency').selectAll().where('key', '=', id).executeTakeFirst();
  if (!kept || now >= kept.createdAt + keyRetentionMs) return undefined;
  if (kept.bodyHash !== bodyHash) throw otherBody();
  return JSON.parse(unseal(kept.answer, secret));
}

async function keepAnswer(db: Db, { id, secret, bodyHash }: Named, answer: unknown, now: number): Promise<void> {
  const row = { bodyHash, answer: seal(JSON.stringify(answer), secret), createdAt: now };
  await db
    .insertInto('idempotency')
    .values({ key: id, ...row })
    .onConflict((on) => on.column('key').doUpdateSet(row))
    .execute();
}

/**
 * Runs `work` once for each key. Its effects, the key and the answer are committed together, so that a crash or a failure
 * leaves all or none. An answer that is there is given without the lock, and looked for once more where the lock is taken:
 * repeats that come together would hold it against each other, and it is released only after the answer can be read.
 */
export async function runOnce<T>(
  store: Store,
  keyed: KeyedRequest | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!keyed) return store.db.transaction().execute(work);
  const named = nameOf(keyed);
  return store.db.transaction().execute(async (tx) => {
    const kept = await keptAnswer(tx, named, keyed.now);
    if (kept !== undefined) return kept as T;
    const isMine = await isFree(store, tx, named.id);
    const since = await keptAnswer(tx, named, keyed.now);
    if (since !== undefined) return since as T;
    if (!isMine) throw conflict();
    const answer = await work(tx);
    await keepAnswer(tx, named, answer, keyed.now);
    return answer;
  });
}

const signOfLifeMs = 10_000;

/**
 * The same for work that waits for others or has transactions of its own, so that none may be open around it: a lease says
 * that it is under way, and the answer is kept once there is one. After a crash in between a repeat does the work again,
 * which must do no harm: it gets a name of its request, the same each time, to find what the first began.
 */
export async function runOnceWithLease<T>(
  { db }: Pick<Store, 'db'>,
  keyed: KeyedRequest | undefined,
  now: () => number,
  work: (askedAs?: string) => Promise<T>,
): Promise<T> {
  if (!keyed) return work();
  const named = nameOf(keyed);
  const answered = await keptAnswer(db, named, keyed.now);
  if (answered !== undefined) return answered as T;
  const mine = createLease(db, `key ${named.id}`, newToken(), now);
  if (!(await mine.hold())) {
    const since = await keptAnswer(db, named, keyed.now);
    if (since !== undefined) return since as T;
    throw conflict();
  }
  const end = every(signOfLifeMs, mine.hold, () => {});
  try {
    const kept = await keptAnswer(db, named, keyed.now);
    if (kept !== undefined) return kept as T;
    const answer = await work(sha256(`${named.id} ${named.bodyHash}`));
    await keepAnswer(db, named, answer, keyed.now);
    return answer;
  } finally {
    await end();
    await mine.release();
  }
}
