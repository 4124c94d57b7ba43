// POST /api/agent/webhook-subscribe stores a subscription, which the creator approves or rejects. At its manageUrl, GET
// returns the state, POST sends a test event, and DELETE ends it.
import { ApiError } from '#contract/errors.ts';
import type { WebhookDelivery, WebhookState, WebhookRequest, WebhookSubscribed } from '#contract/schemas/webhooks.ts';
import { isoTime } from '#domain/instants.ts';
import { readDeliveryLog, type LoggedDelivery } from './delivery-log.ts';
import { emitTestEvent } from './send-test.ts';
import { endSubscription, type Subscription, findSubscriptionByToken, createSubscription } from './subscriptions.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { findCallbackAddressProblem } from '../../outgoing/address-rule.ts';
import { endpointUrl } from '#domain/links.ts';
import { consolePath } from '#domain/live-pages.ts';
import { queueNotice } from '../../storage/notices.ts';

const refuseField = (field: string, problem: string): never => {
  throw new ApiError('bad_request', `${field} ${problem}.`, { field });
};

/** @spec-gap digest-fields */
function checkDigest({ events, digestSchedule, digestWindow }: WebhookRequest): void {
  const hasDigest = events.includes('content_index.digest');
  for (const [field, value] of Object.entries({ digestSchedule, digestWindow })) {
    if (hasDigest && value === undefined)
      refuseField(field, 'is missing: it is required with the event content_index.digest');
    if (!hasDigest && value !== undefined) refuseField(field, 'is allowed only with the event content_index.digest');
  }
}

export const webhookSubscribe =
  (allowedHosts: string[]): Handler<'webhookSubscribe'> =>
  async ({ body }, { db, now, release, agent }) => {
    const problem = findCallbackAddressProblem(body.callbackUrl, allowedHosts);
    if (problem) refuseField('callbackUrl', problem.predicate);
    checkDigest(body);
    const { id, secret, token } = await createSubscription(db as Tx, body, now, await agent());
    const notice = { title: 'New subscription request', text: new URL(body.callbackUrl).origin };
    await queueNotice(db as Tx, { event: 'subscription', ...notice, path: `${consolePath}/subscriptions/${id}` }, now);
    const manageUrl = endpointUrl(release.facts.baseUrl, 'webhookState', { token });
    return json({ subscriptionId: id, status: 'pending', secret, manageUrl } satisfies WebhookSubscribed);
  };

const maxDeliveries = 20;
async function findByToken(db: Db, token: string): Promise<Subscription> {
  const subscription = await findSubscriptionByToken(db, token);
  if (!subscription)
    throw new ApiError(
      'not_found',
      'There is no subscription at this address. Use manageUrl exactly as the response gave it.',
    );
  return subscription;
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

/** Queues a test event. It is sent after the creator has approved the subscription, never before. */
export const webhookTest: Handler<'webhookTest'> = async ({ params }, { db, now }) => {
  const { id, status } = await findByToken(db, params.token);
  if (status !== 'approved' && status !== 'pending')
    throw new ApiError('conflict', `The subscription is ${status} and receives no events. Subscribe again.`, {
      status,
    });
  const webhookId = await emitTestEvent(db as Tx, id, now);
  return json({ subscriptionId: id, status, webhookId });
};

export const webhookEnd: Handler<'webhookEnd'> = async ({ params }, { db, now }) => {
  const { id } = await findByToken(db, params.token);
  await db.transaction().execute((tx) => endSubscription(tx, id, 'subscriber', now));
  return json({ subscriptionId: id, status: 'ended' });
};
