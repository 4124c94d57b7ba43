// POST /api/agent/webhook-subscribe: stores a subscription, which the creator approves or rejects.
import { ApiError } from '#contract/errors.ts';
import type { WebhookRequest, WebhookSubscribed } from '#contract/schemas/webhooks.ts';
import { findCallbackAddressProblem } from '../../outgoing/address-rule.ts';
import { endpointUrl } from '#domain/links.ts';
import { consolePath } from '#domain/live-pages.ts';
import { queueNotice } from '../../storage/notices.ts';
import { createSubscription } from './subscriptions.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Tx } from '../../storage/store.ts';

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
    if (problem) refuseField('callbackUrl', problem);
    checkDigest(body);
    const { id, secret, token } = await createSubscription(db as Tx, body, now, await agent());
    const notice = { title: 'New subscription request', text: new URL(body.callbackUrl).origin };
    await queueNotice(db as Tx, { event: 'subscription', ...notice, path: `${consolePath}/subscriptions/${id}` }, now);
    const manageUrl = endpointUrl(release.facts.baseUrl, 'webhookState', { token });
    return json({ subscriptionId: id, status: 'pending', secret, manageUrl } satisfies WebhookSubscribed);
  };
