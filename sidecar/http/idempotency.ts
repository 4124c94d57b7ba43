// Idempotency-Key: a repeated key with the same body returns the first response for 24 hours
// (draft-ietf-httpapi-idempotency-key-header). @spec-gap idempotency-key
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
  new ApiError('conflict', 'The first request with this Idempotency-Key is still running.', {
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
 * Returns true if no other request with the key is in progress. The lock ends with its process, so that a crash leaves
 * nothing behind. In the embedded store, transactions are sequential, and the second one waits.
 */
async function isFree({ kind }: Store, tx: Tx, id: string): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as free`;
  return (await lock.execute(tx)).rows[0]!.free;
}

interface HashedKey {
  /** Hash under which the key is stored. */
  id: string;
  /** Secret that the answer is encrypted with. */
  secret: string;
  bodyHash: string;
}

function hashKey({ route, client, key, body }: KeyedRequest): HashedKey {
  const secret = JSON.stringify([route, client, key]);
  return { id: sha256(secret), secret, bodyHash: sha256(JSON.stringify(body ?? null)) };
}

async function findAnswer(db: Db, { id, secret, bodyHash }: HashedKey, now: number): Promise<unknown> {
  const storedAnswer = await db.selectFrom('idempotency').selectAll().where('key', '=', id).executeTakeFirst();
  if (!storedAnswer || now >= storedAnswer.createdAt + keyRetentionMs) return undefined;
  if (storedAnswer.bodyHash !== bodyHash) throw otherBody();
  return JSON.parse(unseal(storedAnswer.answer, secret));
}

async function storeAnswer(db: Db, { id, secret, bodyHash }: HashedKey, answer: unknown, now: number): Promise<void> {
  const row = { bodyHash, answer: seal(JSON.stringify(answer), secret), createdAt: now };
  await db
    .insertInto('idempotency')
    .values({ key: id, ...row })
    .onConflict((on) => on.column('key').doUpdateSet(row))
    .execute();
}

/**
 * Runs `work` once for each key. Its effects, the key and the answer are committed together, so that a crash or failure
 * leaves all or none. An existing answer is returned without the lock and looked up again after taking it: concurrent
 * repeats would otherwise block each other, and the lock is released only after the answer can be read.
 */
export async function runOnce<T>(
  store: Store,
  keyed: KeyedRequest | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!keyed) return store.db.transaction().execute(work);
  const hashedKey = hashKey(keyed);
  return store.db.transaction().execute(async (tx) => {
    const storedAnswer = await findAnswer(tx, hashedKey, keyed.now);
    if (storedAnswer !== undefined) return storedAnswer as T;
    const isMine = await isFree(store, tx, hashedKey.id);
    const storedSince = await findAnswer(tx, hashedKey, keyed.now);
    if (storedSince !== undefined) return storedSince as T;
    if (!isMine) throw conflict();
    const answer = await work(tx);
    await storeAnswer(tx, hashedKey, answer, keyed.now);
    return answer;
  });
}

const renewEveryMs = 10_000;

/**
 * Runs work that waits for others or has its own transactions, so that it cannot run within one: a lease shows that it
 * is in progress, and its answer is stored afterwards. After a crash, a repeat runs the work again, which must be
 * harmless: it gets the same name and finds existing results.
 */
export async function runOnceWithLease<T>(
  { db }: Pick<Store, 'db'>,
  keyed: KeyedRequest | undefined,
  now: () => number,
  work: (requestName?: string) => Promise<T>,
): Promise<T> {
  if (!keyed) return work();
  const hashedKey = hashKey(keyed);
  const earlierAnswer = await findAnswer(db, hashedKey, keyed.now);
  if (earlierAnswer !== undefined) return earlierAnswer as T;
  const lease = createLease(db, `key ${hashedKey.id}`, newToken(), now);
  if (!(await lease.hold())) {
    const storedSince = await findAnswer(db, hashedKey, keyed.now);
    if (storedSince !== undefined) return storedSince as T;
    throw conflict();
  }
  const end = every(renewEveryMs, lease.hold, () => {});
  try {
    const storedAnswer = await findAnswer(db, hashedKey, keyed.now);
    if (storedAnswer !== undefined) return storedAnswer as T;
    const answer = await work(sha256(`${hashedKey.id} ${hashedKey.bodyHash}`));
    await storeAnswer(db, hashedKey, answer, keyed.now);
    return answer;
  } finally {
    await end();
    await lease.release();
  }
}
