// The headers of a delivery: Standard Webhooks (https://www.standardwebhooks.com), and a plain HMAC for simple clients.
import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** 256 random bits. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface Message {
  eventId: string;
  secret: string;
  payload: string;
}

/** @spec-gap webhook-signatures */
export const createSignedHeaders = ({ eventId, secret, payload }: Message, now: number): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(now / 1000)),
  'webhook-signature': new Webhook(secret).sign(eventId, new Date(now), payload),
  'x-service-signature': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
});
