// Subscriptions: anyone requests them, the creator decides, and either side ends them. Decisions are written to the
// audit log.
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { WebhookRequest } from '#contract/schemas/webhooks.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import { countByStatus, type Db, type Tx } from '../../storage/store.ts';
import type { SubscriptionStatus, Tables } from '../../storage/tables.ts';
import { noticePrefix } from '../../storage/notices.ts';
import { createSecret } from './signature.ts';

export type Subscription = Selectable<Tables['subscriptions']>;

export interface NewSubscription {
  id: string;
  secret: string;
  /** Secret part of manageUrl. */
  token: string;
}

export async function createSubscription(
  tx: Tx,
  request: WebhookRequest,
  now: number,
  agent?: string,
): Promise<NewSubscription> {
  const created = { id: `sub_${v7()}`, secret: createSecret(), token: newToken() };
  const row = {
    id: created.id,
    status: 'pending' as const,
    callbackUrl: request.callbackUrl,
    events: JSON.stringify([...new Set(request.events)]),
    digestSchedule: request.digestSchedule ?? null,
    digestWindow: request.digestWindow ?? null,
    secret: created.secret,
    tokenHash: tokenHash(created.token),
    createdAt: now,
    agent: agent ?? null,
  };
  await tx.insertInto('subscriptions').values(row).execute();
  return created;
}

export const findSubscriptionByToken = (db: Db, token: string): Promise<Subscription | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('tokenHash', '=', tokenHash(token)).executeTakeFirst();

/** Columns that may be shown: all but secret and token. */
const detailColumns = [
  'id',
  'status',
  'callbackUrl',
  'events',
  'digestSchedule',
  'digestWindow',
  'nextDigestAt',
  'createdAt',
  'decidedAt',
  'agent',
] as const satisfies (keyof Subscription)[];

export type SubscriptionDetails = Pick<Subscription, (typeof detailColumns)[number]>;

export interface SubscriptionQuery {
  status?: SubscriptionStatus;
  limit: number;
  offset?: number;
}

/** Returns subscriptions of other programs, newest first. */
export const listSubscriptions = (
  db: Db,
  { status, limit, offset = 0 }: SubscriptionQuery,
): Promise<SubscriptionDetails[]> =>
  db
    .selectFrom('subscriptions')
    .select(detailColumns)
    .where('id', 'not like', `${noticePrefix}%`)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const findSubscription = (db: Db, id: string): Promise<SubscriptionDetails | undefined> =>
  db.selectFrom('subscriptions').select(detailColumns).where('id', '=', id).executeTakeFirst();

export const countSubscriptions = (db: Db): Promise<Partial<Record<SubscriptionStatus, number>>> =>
  countByStatus(db, 'subscriptions');

const cancelPending = (tx: Tx, subscriptionId: string, now: number) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'cancelled', finishedAt: now })
    .where('subscriptionId', '=', subscriptionId)
    .where('state', '=', 'pending')
    .execute();

/** Returns false if the subscription is in none of the `from` statuses. */
async function changeStatus(
  tx: Tx,
  id: string,
  from: SubscriptionStatus[],
  to: SubscriptionStatus,
  actor: string,
  now: number,
  detail: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    // The first digest is sent immediately, which shows the subscriber that digests arrive.
    .set({ status: to, decidedAt: now, nextDigestAt: to === 'approved' ? now : null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (to !== 'approved') await cancelPending(tx, id, now);
  await tx
    .insertInto('audit')
    .values({ at: now, who: actor, action: `subscription.${to}`, subject: id, detail })
    .execute();
  return true;
}

export const approveSubscription = (tx: Tx, id: string, actor: string, now: number): Promise<boolean> =>
  changeStatus(tx, id, ['pending', 'rejected'], 'approved', actor, now);

/** Rejects a subscription, or revokes its approval. */
export const rejectSubscription = (tx: Tx, id: string, actor: string, now: number): Promise<boolean> =>
  changeStatus(tx, id, ['pending', 'approved'], 'rejected', actor, now);

/**
 * Ends a subscription for good: by the subscriber (at manageUrl or with status 410), or by the room if it is
 * unreachable.
 */
export const endSubscription = (tx: Tx, id: string, actor: string, now: number, why?: string): Promise<boolean> =>
  changeStatus(tx, id, ['pending', 'approved', 'rejected'], 'ended', actor, now, why);
