// Webhook subscriptions and deliveries as the console shows them: without secrets, and only the host of an address.
import type { DeliveryState, SubscriptionStatus } from '#sidecar/storage/tables.ts';

export const subscriptionLabels = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  ended: 'Ended',
} as const satisfies Record<SubscriptionStatus, string>;
export const subscriptionTones = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'over',
  ended: 'over',
} as const satisfies Record<SubscriptionStatus, string>;

export const deliveryLabels = {
  pending: 'Under way',
  delivered: 'Delivered',
  exhausted: 'Failed',
  cancelled: 'Not sent',
} as const satisfies Record<DeliveryState, string>;
export const deliveryTones = {
  pending: 'plain',
  delivered: 'good',
  exhausted: 'bad',
  cancelled: 'over',
} as const satisfies Record<DeliveryState, string>;

export interface SubscriptionRow {
  id: string;
  /** Scheme, host and port of the callback. The rest of the address may contain a key of the subscriber. */
  origin: string;
  status: SubscriptionStatus;
  events: string[];
  /** Milliseconds since the epoch, like the other times. */
  createdAt: number;
  /** Name of the verified agent that signed the request. */
  agent?: string | undefined;
  /** Number of deliveries that failed for good. */
  exhausted: number;
}
