// The events as OpenAPI webhooks: what is POSTed to a subscriber, how it is signed, and what the answer does.
import { eventDescriptions } from '../events.ts';
import { eventBody, type EventType } from '../schemas/webhooks.ts';
import type { Json } from './schemas.ts';

const signed = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const signature = [
  signed('webhook-id', 'The same on repeats of one delivery.', '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11'),
  signed('webhook-timestamp', 'Unix time in seconds at which it was sent.', '1767607200'),
  signed(
    'webhook-signature',
    'Standard Webhooks: v1 and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  signed(
    'X-Service-Signature',
    'sha256= and the hex HMAC-SHA256 of the body, with the secret as it was shown.',
    `sha256=${'0'.repeat(64)}`,
  ),
];

const outcomes = {
  '2XX': { description: 'Delivered, when it comes within 15 seconds.' },
  410: { description: 'Ends the subscription.' },
  default: { description: 'Tried again for about three days; Retry-After is honoured.' },
};

const described: Record<EventType, string> = {
  ...eventDescriptions,
  'webhook.test': 'A test that was asked for at manageUrl.',
};

/** `examples` holds a payload for each event. */
export const webhooks = (examples: Partial<Record<string, unknown>>): Json =>
  Object.fromEntries(
    (Object.entries(described) as [EventType, string][]).map(([event, summary]) => {
      const example = examples[event] !== undefined && { example: examples[event] };
      const post = {
        operationId: `on${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
        tags: ['Webhooks'],
        summary,
        security: [],
        parameters: signature,
        requestBody: { required: true, content: { 'application/json': { schema: eventBody(event), ...example } } },
        responses: outcomes,
      };
      return [event, { post }];
    }),
  );
