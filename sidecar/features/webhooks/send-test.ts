// Sends webhook.test, which shows a subscriber that events arrive.
import { isoTime } from '#domain/instants.ts';
import type { Tx } from '../../storage/store.ts';
import { emitTo } from './emit.ts';

/** Returns the id of the event. */
export const emitTestEvent = (tx: Tx, subscriptionId: string, now: number): Promise<string> =>
  emitTo(tx, subscriptionId, { type: 'webhook.test', payload: { subscriptionId, sentAt: isoTime(now) } }, now);

/** Sends a test event on behalf of the creator. Returns false if the subscription is not approved. */
export async function sendTestEvent(tx: Tx, subscriptionId: string, actor: string, now: number): Promise<boolean> {
  const approved = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', subscriptionId)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (!approved) return false;
  const detail = await emitTestEvent(tx, subscriptionId, now);
  await tx
    .insertInto('audit')
    .values({ at: now, who: actor, action: 'subscription.tested', subject: subscriptionId, detail })
    .execute();
  return true;
}
