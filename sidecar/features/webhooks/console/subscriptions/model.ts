// Webhook subscriptions and deliveries as the console shows them: without secrets, and only the host of an address.
import type { Pager, Tab } from '#sidecar/console/ui/listing.ts';
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

export interface SubscriptionsModel {
  tabs: Tab[];
  rows: SubscriptionRow[];
  pager: Pager;
}

export interface DeliveryRow {
  id: number;
  /** The webhook-id header, the same in all attempts. */
  eventId: string;
  type: string;
  subscriptionId: string;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  lastAttemptAt?: number;
  /** Set only while the delivery is pending. */
  nextAttemptAt?: number;
  lastStatus?: number;
  lastError?: string;
}

export interface SubscriptionModel {
  subscription: SubscriptionRow & { decidedAt?: number };
  digest?: { schedule: 'daily' | 'weekly'; days: 7 | 30; nextAt?: number };
  mayApprove: boolean;
  mayReject: boolean;
  /** Events are sent only to approved subscriptions. */
  isApproved: boolean;
  log: { tabs: Tab[]; rows: DeliveryRow[]; pager: Pager };
  /** Day that was typed into the form. */
  since: string;
}
