// GET, POST and DELETE of manageUrl: the state of a subscription, a test event, its end.
import { ApiError } from '#contract/errors.ts';
import type { WebhookDelivery, WebhookState } from '#contract/schemas/webhooks.ts';
import { isoTime } from '#domain/instants.ts';
import { readDeliveryLog, type LoggedDelivery } from './delivery-log.ts';
import { emitTestEvent } from './send-test.ts';
import { endSubscription, type Subscription, findSubscriptionByToken } from './subscriptions.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Db, Tx } from '../../storage/store.ts';

const maxDeliveries = 20;
async function findByToken(db: Db, token: string): Promise<Subscription> {
  const found = await findSubscriptionByToken(db, token);
  if (!found) throw new ApiError('not_found', 'No subscription has this address. Use manageUrl as it was given.');
  return found;
}

const toWebhookDelivery = (row: LoggedDelivery): WebhookDelivery => ({
  webhookId: row.eventId,
  event: row.type,
  state: row.state,
  attempts: row.attempts,
  createdAt: isoTime(row.createdAt),
  ...(row.lastAttemptAt !== null && { lastAttemptAt: isoTime(row.lastAttemptAt) }),
  ...(row.state === 'pending' && { nextAttemptAt: isoTime(row.nextAttemptAt) }),
  ...(row.lastStatus !== null && { lastStatus: row.lastStatus }),
  ...(row.lastError !== null && { lastError: row.lastError }),
});

export const webhookState: Handler<'webhookState'> = async ({ params }, { db }) => {
  const { id, status, callbackUrl, events, createdAt, digestSchedule, digestWindow } = await findByToken(
    db,
    params.token,
  );
  const log = await readDeliveryLog(db, { subscriptionId: id, limit: maxDeliveries });
  const state: WebhookState = {
    subscriptionId: id,
    status,
    callbackUrl,
    events: JSON.parse(events),
    ...(digestSchedule && { digestSchedule }),
    ...(digestWindow && { digestWindow }),
    createdAt: isoTime(createdAt),
    deliveries: log.map(toWebhookDelivery),
  };
  return json(state);
};

/** Waits until the subscription is approved: nobody may have requests sent anywhere without the creator. */
export const webhookTest: Handler<'webhookTest'> = async ({ params }, { db, now }) => {
  const { id, status } = await findByToken(db, params.token);
  if (status !== 'approved' && status !== 'pending')
    throw new ApiError('conflict', `The subscription is ${status} and gets no events.`, { status });
  const webhookId = await emitTestEvent(db as Tx, id, now);
  return json({ subscriptionId: id, status, webhookId });
};

export const webhookEnd: Handler<'webhookEnd'> = async ({ params }, { db, now }) => {
  const { id } = await findByToken(db, params.token);
  await db.transaction().execute((tx) => endSubscription(tx, id, 'subscriber', now));
  return json({ subscriptionId: id, status: 'ended' });
};
