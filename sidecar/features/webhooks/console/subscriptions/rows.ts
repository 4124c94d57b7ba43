// Subscriptions and deliveries as they are shown.
import type { DeliveryRow, SubscriptionRow } from './model.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { LoggedDelivery } from '../../delivery-log.ts';
import type { ShownSubscription } from '../../subscriptions.ts';

export const originOf = (callbackUrl: string): string =>
  callbackUrl.startsWith('mailto:') ? 'mail' : URL.canParse(callbackUrl) ? new URL(callbackUrl).origin : 'no address';

export const subscriptionRow = (
  { id, callbackUrl, status, events, createdAt, agent }: ShownSubscription,
  exhausted: Map<string, number>,
): SubscriptionRow => ({
  id,
  origin: originOf(callbackUrl),
  status,
  events: JSON.parse(events) as string[],
  createdAt,
  agent: agent ?? undefined,
  exhausted: exhausted.get(id) ?? 0,
});

const longestError = 200;

export const deliveryRow = ({
  id,
  eventId,
  type,
  subscriptionId,
  state,
  attempts,
  createdAt,
  lastAttemptAt,
  nextAttemptAt,
  lastStatus,
  lastError,
}: LoggedDelivery): DeliveryRow => ({
  id,
  eventId,
  type,
  subscriptionId,
  state,
  attempts,
  createdAt,
  ...(lastAttemptAt !== null && { lastAttemptAt }),
  ...(state === 'pending' && { nextAttemptAt }),
  ...(lastStatus !== null && { lastStatus }),
  ...(lastError !== null && { lastError: strangerText(lastError, longestError) }),
});
