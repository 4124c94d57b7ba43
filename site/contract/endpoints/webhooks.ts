// Webhook subscriptions: asked for by anyone, approved by the creator, managed at a secret address.
import { endpoint } from '../endpoint.ts';
import { WebhookEnded, WebhookRequest, WebhookState, WebhookSubscribed, WebhookTest } from '../schemas/webhooks.ts';
import { closed, text } from '../schemas/shape.ts';

const managed = {
  path: '/api/agent/webhook-subscriptions/{token}',
  group: 'Actions',
  lane: 'sidecar',
  rate: 'action',
  private: true,
  foundIn: ['webhookSubscribe', 'manageUrl'],
  example: { params: { token: 'SECRET' } },
  params: closed({ token: text('The secret part of manageUrl.', { maxLength: 200 }) }),
} as const;

export const webhooks = {
  webhookSubscribe: endpoint({
    method: 'POST',
    path: '/api/agent/webhook-subscribe',
    group: 'Actions',
    lane: 'sidecar',
    indexKey: 'webhookSubscribe',
    rate: 'action',
    summary: 'Subscribe to events.',
    description:
      'The creator approves or rejects the subscription. Events are signed after Standard Webhooks, and also with ' +
      'X-Service-Signature: sha256=, the hex HMAC-SHA256 of the body with the secret as it was shown. Any 2xx within 15 seconds is success; 410 ends ' +
      'the subscription; anything else is tried again for three days, with the same webhook-id. A subscription ends by itself ' +
      'when nothing has reached its address for 30 days.',
    creates: true,
    body: WebhookRequest,
    response: WebhookSubscribed,
    errors: ['bad_request', 'conflict', 'unprocessable', 'rate_limited'],
    example: {
      body: {
        callbackUrl: 'https://agent.example.org/hooks/room',
        events: ['content.published', 'content_index.digest'],
        digestSchedule: 'weekly',
        digestWindow: '7d',
      },
    },
  }),
  webhookState: endpoint({
    ...managed,
    method: 'GET',
    summary: 'State of a subscription and its last deliveries.',
    response: WebhookState,
    errors: ['not_found', 'rate_limited'],
  }),
  webhookTest: endpoint({
    ...managed,
    method: 'POST',
    summary: 'Send a test event; while the subscription is pending, it waits for the approval.',
    creates: true,
    response: WebhookTest,
    errors: ['not_found', 'conflict', 'unprocessable', 'rate_limited'],
  }),
  webhookEnd: endpoint({
    ...managed,
    method: 'DELETE',
    summary: 'End a subscription.',
    response: WebhookEnded,
    errors: ['not_found', 'rate_limited'],
  }),
};
