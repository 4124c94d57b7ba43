// What the creator sees of access: income by day and resource, and the tokens that were given out.
import { sql } from 'kysely';
import { dayMs } from '#domain/instants.ts';
import type { Db } from '../store/store.ts';
import type { Grant } from './grants.ts';

export interface Income {
  /** Days since 1970, UTC. */
  day: number;
  resourceId: string;
  payments: number;
  sats: number;
}

/** Of payments since an instant. */
export async function incomeSince(db: Db, since: number): Promise<Income[]> {
  const rows = await db
    .selectFrom('grants')
    .select(({ fn }) => [
      sql<number>`"createdAt" / ${sql.lit(dayMs)}`.as('day'),
      'resourceId',
      fn.countAll().as('payments'),
      fn.sum('amountSats').as('sats'),
    ])
    .where('source', '=', 'payment')
    .where('createdAt', '>=', since)
    .groupBy([sql`"createdAt" / ${sql.lit(dayMs)}`, 'resourceId'])
    .execute();
  return rows.map(({ day, resourceId, payments, sats }) => ({
    day: Number(day),
    resourceId,
    payments: Number(payments),
    sats: Number(sats),
  }));
}

/** Without the half of the token. */
export type GrantFacts = Omit<Grant, 'preimage' | 'paymentHash'>;

/** Newest first; with `validAt` those that hold then. */
export const listGrants = (
  db: Db,
  { validAt, limit, offset = 0 }: { validAt?: number; limit: number; offset?: number },
): Promise<GrantFacts[]> =>
  db
    .selectFrom('grants')
    .select([
      'tokenId',
      'source',
      'resourceId',
      'amountSats',
      'mintedAt',
      'createdAt',
      'expiresAt',
      'claimedAt',
      'revokedAt',
    ]) // prettier-ignore
    .$if(validAt !== undefined, (query) => query.where('revokedAt', 'is', null).where('expiresAt', '>', validAt!))
    .orderBy('createdAt', 'desc')
    .orderBy('tokenId')
    .limit(limit)
    .offset(offset)
    .execute();
