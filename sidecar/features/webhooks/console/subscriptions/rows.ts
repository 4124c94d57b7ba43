// Converts subscriptions and deliveries into the rows that the console shows.
import type { SubscriptionRow } from './model.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { LoggedDelivery } from '../../delivery-log.ts';
import type { SubscriptionDetails } from '../../subscriptions.ts';

export const subscriberOrigin = (callbackUrl: string): string =>
  callbackUrl.startsWith('mailto:') ? 'mail' : URL.canParse(callbackUrl) ? new URL(callbackUrl).origin : 'no address';

export const toSubscriptionRow = (
  { id, callbackUrl, status, events, createdAt, agent }: SubscriptionDetails,
  exhausted: Map<string, number>,
): SubscriptionRow => ({
  id,
  origin: subscriberOrigin(callbackUrl),
  status,
  events: JSON.parse(events) as string[],
  createdAt,
  agent: agent ?? undefined,
  exhausted: exhausted.get(id) ?? 0,
});

const maxErrorLength = 200;

/** Removes control characters from the error, which a subscriber may have written. */
export const toDeliveryRow = (delivery: LoggedDelivery): LoggedDelivery => ({
  ...delivery,
  lastError: delivery.lastError && strangerText(delivery.lastError, maxErrorLength),
});
