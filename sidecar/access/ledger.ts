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

/** Of payments since an instant: to a real wallet, or play money to the one for development. */
export async function incomeSince(db: Db, since: number): Promise<{ real: Income[]; play: Income[] }> {
  const day = sql<number>`grants."createdAt" / ${sql.lit(dayMs)}`;
  const rows = await db
    .selectFrom('grants')
    .leftJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
    .select(({ fn }) => [
      day.as('day'),
      'grants.resourceId',
      'invoices.wallet',
      fn.countAll().as('payments'),
      fn.sum('grants.amountSats').as('sats'),
    ])
    .where('source', '=', 'payment')
    .where('grants.createdAt', '>=', since)
    .groupBy([day, 'grants.resourceId', 'invoices.wallet'])
    .execute();
  const incomeIn = (isPlay: boolean): Income[] =>
    rows
      .filter(({ wallet }) => (wallet === 'development') === isPlay)
      .map(({ day, resourceId, payments, sats }) => ({
        day: Number(day),
        resourceId,
        payments: Number(payments),
        sats: Number(sats),
      }));
  return { real: incomeIn(false), play: incomeIn(true) };
}

/** Without the half of the token. */
export type GrantFacts = Omit<Grant, 'preimage' | 'paymentHash' | 'terms' | 'usedFor'>;

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
