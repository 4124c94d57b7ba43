// POST /api/agent/webhook-subscribe: keeps the subscription until the creator decides.
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
  const wanted = events.includes('content_index.digest');
  for (const [field, value] of Object.entries({ digestSchedule, digestWindow })) {
    if (wanted && value === undefined) refuseField(field, 'is missing: content_index.digest needs it');
    if (!wanted && value !== undefined) refuseField(field, 'goes only with content_index.digest in events');
  }
}

export const webhookSubscribe =
  (allowedHosts: string[]): Handler<'webhookSubscribe'> =>
  async ({ body }, { db, now, release, agent }) => {
    const problem = findCallbackAddressProblem(body.callbackUrl, allowedHosts);
    if (problem) refuseField('callbackUrl', problem);
    checkDigest(body);
    const { id, secret, token } = await createSubscription(db as Tx, body, now, await agent());
    const told = { title: 'A subscription waits for your decision', text: new URL(body.callbackUrl).origin };
    await queueNotice(db as Tx, { event: 'subscription', ...told, path: `${consolePath}/subscriptions/${id}` }, now);
    const manageUrl = endpointUrl(release.facts.baseUrl, 'webhookState', { token });
    return json({ subscriptionId: id, status: 'pending', secret, manageUrl } satisfies WebhookSubscribed);
  };
