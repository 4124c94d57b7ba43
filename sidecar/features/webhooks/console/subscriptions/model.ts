// Webhook subscriptions and their delivery log as the console shows them: never the secret, nor more than the host.
import type { Pager, Tab } from '#sidecar/console/ui/listing.ts';

export const subscriptionLabels = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  ended: 'Ended',
} as const;
export type SubscriptionStatus = keyof typeof subscriptionLabels;
export const subscriptionTones = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'over',
  ended: 'over',
} as const satisfies Record<SubscriptionStatus, string>;

export const deliveryLabels = {
  pending: 'Under way',
  delivered: 'Delivered',
  exhausted: 'Given up',
  cancelled: 'Not sent',
} as const;
export type DeliveryState = keyof typeof deliveryLabels;
export const deliveryTones = {
  pending: 'plain',
  delivered: 'good',
  exhausted: 'bad',
  cancelled: 'over',
} as const satisfies Record<DeliveryState, string>;

export interface SubscriptionRow {
  id: string;
  /** With its scheme and port. The rest of the address may hold a key of the subscriber. */
  origin: string;
  status: SubscriptionStatus;
  events: string[];
  /** Milliseconds, as the other instants. */
  createdAt: number;
  /** Name of the verified agent that signed the request. */
  agent?: string | undefined;
  /** Deliveries that were given up. */
  exhausted: number;
}

export interface SubscriptionsModel {
  tabs: Tab[];
  rows: SubscriptionRow[];
  pager: Pager;
}

export interface DeliveryRow {
  id: number;
  /** The webhook-id, which stays the same on repeats. */
  eventId: string;
  type: string;
  subscriptionId: string;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  lastAttemptAt?: number;
  /** Only while it is under way. */
  nextAttemptAt?: number;
  lastStatus?: number;
  lastError?: string;
}

export interface SubscriptionModel {
  subscription: SubscriptionRow & { decidedAt?: number };
  digest?: { schedule: 'daily' | 'weekly'; days: 7 | 30; nextAt?: number };
  mayApprove: boolean;
  mayReject: boolean;
  /** Events go out only to an approved one. */
  isApproved: boolean;
  log: { tabs: Tab[]; rows: DeliveryRow[]; pager: Pager };
  /** As it was typed. */
  since: string;
}
