// Webhook subscriptions: requested by anyone, approved by the creator, managed at a secret address.
import { endpoint } from '../endpoint.ts';
import { WebhookEnded, WebhookRequest, WebhookState, WebhookSubscribed, WebhookTest } from '../schemas/webhooks.ts';
import { closedObject, text } from '../schemas/shape.ts';

const managed = {
  http: {
    path: '/api/agent/webhook-subscriptions/{token}',
    servedBy: 'sidecar',
    params: closedObject({ token: text('The secret part of manageUrl.', { maxLength: 200 }) }),
  },
  docs: { group: 'Actions', foundIn: ['webhookSubscribe', 'manageUrl'], example: { params: { token: 'SECRET' } } },
} as const;

export const webhooks = {
  webhookSubscribe: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/webhook-subscribe',
      servedBy: 'sidecar',
      body: WebhookRequest,
      response: WebhookSubscribed,
      errors: ['bad_request', 'conflict', 'unprocessable', 'rate_limited'],
      creates: true,
    },
    docs: {
      group: 'Actions',
      indexKey: 'webhookSubscribe',
      summary: 'Subscribe to events.',
      description:
        'The creator approves or rejects the subscription. Events are signed with Standard Webhooks and with ' +
        'X-Service-Signature: sha256= and the hex HMAC-SHA256 of the body; the key is the secret including whsec_. Any 2xx ' +
        'within 15 seconds is a success; 410 ends the subscription; other responses are retried for three days with the same ' +
        'webhook-id. A subscription ends if no delivery has succeeded for 30 days.',
      example: {
        body: {
          callbackUrl: 'https://agent.example.org/hooks/room',
          events: ['content.published', 'content_index.digest'],
          digestSchedule: 'weekly',
          digestWindow: '7d',
        },
      },
    },
    access: { rate: 'action' },
    agents: {
      tool: 'subscribe_webhook',
      usage:
        'Use it to be notified of changes at an https address; without one, poll get_changes. The creator approves or ' +
        'rejects it. Keep manageUrl, which ends it, and secret, the key of the signatures.',
    },
  }),
  webhookState: endpoint({
    http: { method: 'GET', ...managed.http, response: WebhookState, errors: ['not_found', 'rate_limited'] },
    docs: { ...managed.docs, summary: 'Get the state of a subscription and its last deliveries.' },
    access: { rate: 'action', private: true },
  }),
  webhookTest: endpoint({
    http: {
      method: 'POST',
      ...managed.http,
      response: WebhookTest,
      errors: ['not_found', 'conflict', 'unprocessable', 'rate_limited'],
      creates: true,
    },
    docs: {
      ...managed.docs,
      summary: 'Send a test event. For a pending subscription it is sent after the approval.',
    },
    access: { rate: 'action', private: true },
  }),
  webhookEnd: endpoint({
    http: { method: 'DELETE', ...managed.http, response: WebhookEnded, errors: ['not_found', 'rate_limited'] },
    docs: { ...managed.docs, summary: 'End a subscription.' },
    access: { rate: 'action', private: true },
  }),
};
