// webhook.test: shows a subscriber that what is sent arrives.
import { isoTime } from '#domain/instants.ts';
import type { Tx } from '../../storage/store.ts';
import { emitTo } from './emit.ts';

/** Gives the event's id. */
export const emitTestEvent = (tx: Tx, subscriptionId: string, now: number): Promise<string> =>
  emitTo(tx, subscriptionId, { type: 'webhook.test', payload: { subscriptionId, sentAt: isoTime(now) } }, now);

/** The creator's: only to whom events are sent anyway. False where that is not so. */
export async function sendTestEvent(tx: Tx, subscriptionId: string, who: string, now: number): Promise<boolean> {
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
    .values({ at: now, who, action: 'subscription.tested', subject: subscriptionId, detail })
    .execute();
  return true;
}
