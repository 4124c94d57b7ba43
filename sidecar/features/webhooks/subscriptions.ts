// Subscriptions: asked for by anyone, decided by the creator, ended by either side. Each decision leaves an audit row.
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { WebhookRequest } from '#contract/schemas/webhooks.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import { countByStatus, type Db, type Tx } from '../../storage/store.ts';
import type { SubscriptionStatus, Tables } from '../../storage/tables.ts';
import { noticePrefix } from '../../storage/notices.ts';
import { newSecret } from './signature.ts';

export type Subscription = Selectable<Tables['subscriptions']>;

export interface NewSubscription {
  id: string;
  secret: string;
  /** For manageUrl. */
  token: string;
}

export async function createSubscription(
  tx: Tx,
  request: WebhookRequest,
  now: number,
  agent?: string,
): Promise<NewSubscription> {
  const made = { id: `sub_${v7()}`, secret: newSecret(), token: newToken() };
  const row = {
    id: made.id,
    status: 'pending' as const,
    callbackUrl: request.callbackUrl,
    events: JSON.stringify([...new Set(request.events)]),
    digestSchedule: request.digestSchedule ?? null,
    digestWindow: request.digestWindow ?? null,
    secret: made.secret,
    tokenHash: tokenHash(made.token),
    createdAt: now,
    agent: agent ?? null,
  };
  await tx.insertInto('subscriptions').values(row).execute();
  return made;
}

export const findSubscriptionByToken = (db: Db, token: string): Promise<Subscription | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('tokenHash', '=', tokenHash(token)).executeTakeFirst();

/** What may be shown: without secret and token. */
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

/** Newest first. */
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

/** False when it is in none of the states that this follows from. */
async function changeStatus(
  tx: Tx,
  id: string,
  from: SubscriptionStatus[],
  to: SubscriptionStatus,
  who: string,
  now: number,
  detail: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    // The first digest goes out at once and shows the subscriber that it works.
    .set({ status: to, decidedAt: now, nextDigestAt: to === 'approved' ? now : null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (to !== 'approved') await cancelPending(tx, id, now);
  await tx
    .insertInto('audit')
    .values({ at: now, who, action: `subscription.${to}`, subject: id, detail })
    .execute();
  return true;
}

export const approveSubscription = (tx: Tx, id: string, who: string, now: number): Promise<boolean> =>
  changeStatus(tx, id, ['pending', 'rejected'], 'approved', who, now);

/** Also takes an approval back. */
export const rejectSubscription = (tx: Tx, id: string, who: string, now: number): Promise<boolean> =>
  changeStatus(tx, id, ['pending', 'approved'], 'rejected', who, now);

/** For good: by the subscriber at manageUrl or by an answer of 410, or by the room where nothing arrives any more. */
export const endSubscription = (tx: Tx, id: string, who: string, now: number, why?: string): Promise<boolean> =>
  changeStatus(tx, id, ['pending', 'approved', 'rejected'], 'ended', who, now, why);
