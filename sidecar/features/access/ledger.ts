// Income by day and resource, payments and tokens, for the creator.
import { sql } from 'kysely';
import { tipResource } from '#domain/access/tips.ts';
import { dayMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { Grant } from './grants.ts';
import { usdcWallet } from './usdc.ts';

export interface Income {
  /** Days since 1970, UTC. */
  day: number;
  resourceId: string;
  wallet: string;
  payments: number;
  /** Amount that the wallet received, or the price if it reports none. */
  sats: number;
  /** Fees of the wallet's service. */
  feeSats: number;
  /** Amount received in USDC. `sats` is then the price. */
  usdc: number;
}

const receivedMsat = sql<number>`coalesce(invoices."receivedMsat", grants."amountSats" * 1000)`;

/** Reads income since a time: to a real wallet, to the development wallet, and in USDC. */
export async function readIncome(db: Db, since: number): Promise<{ real: Income[]; play: Income[]; usdc: Income[] }> {
  const day = sql<number>`grants."createdAt" / ${sql.lit(dayMs)}`;
  const rows = await db
    .selectFrom('grants')
    .leftJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
    .select(({ fn }) => [
      day.as('day'),
      'grants.resourceId',
      'invoices.wallet',
      fn.countAll().as('payments'),
      fn.sum<number>(receivedMsat).as('msat'),
      fn.sum<number>('invoices.feeMsat').as('feeMsat'),
      fn.sum<number>('invoices.usdcMicros').as('usdcMicros'),
    ])
    .where('source', '=', 'payment')
    .where('grants.createdAt', '>=', since)
    .groupBy([day, 'grants.resourceId', 'invoices.wallet'])
    .execute();
  const incomeKind = (wallet: string | null) => (wallet === 'development' || wallet === usdcWallet ? wallet : 'real');
  const incomeOfKind = (kind: string): Income[] =>
    rows
      .filter(({ wallet }) => incomeKind(wallet) === kind)
      .map(({ day, resourceId, wallet, payments, msat, feeMsat, usdcMicros }) => ({
        day: Number(day),
        resourceId,
        wallet: wallet ?? 'unknown',
        payments: Number(payments),
        sats: Number(msat) / 1000,
        usdc: Number(usdcMicros ?? 0) / 1e6,
        feeSats: Number(feeMsat ?? 0) / 1000,
      }));
  return { real: incomeOfKind('real'), play: incomeOfKind('development'), usdc: incomeOfKind(usdcWallet) };
}

/** Lists all payments, oldest first. */
export const listPayments = (db: Db) =>
  db
    .selectFrom('grants')
    .leftJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
    .select(['grants.createdAt', 'grants.resourceId', 'grants.paymentHash', 'grants.amountSats'])
    .select(['invoices.wallet', 'invoices.receivedMsat', 'invoices.feeMsat', 'invoices.usdcMicros'])
    .where('source', '=', 'payment')
    .orderBy('grants.createdAt')
    .orderBy('grants.tokenId')
    .execute();

/** A grant without its secrets. */
export type GrantSummary = Omit<Grant, 'preimage' | 'paymentHash' | 'terms' | 'usedFor' | 'usedBy'>;

/** Lists grants, newest first. With `validAt`, only those that are valid at this time. */
export const listGrants = (
  db: Db,
  { validAt, limit, offset = 0 }: { validAt?: number; limit: number; offset?: number },
): Promise<GrantSummary[]> =>
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
    ])
    .where('resourceId', '!=', tipResource)
    .$if(validAt !== undefined, (query) => query.where('revokedAt', 'is', null).where('expiresAt', '>', validAt!))
    .orderBy('createdAt', 'desc')
    .orderBy('tokenId')
    .limit(limit)
    .offset(offset)
    .execute();
