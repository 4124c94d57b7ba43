// The first page: what waits, what failed, what is new.
import type { Missing } from './checklist.ts';
import type { Counts } from '../ui/frame.ts';
import type { BookingRow } from '../../features/booking/console/bookings/model.ts';
import type { FeedRow } from '../feeds/model.ts';
import type { DeliveryRow } from '../../features/webhooks/console/subscriptions/model.ts';

export interface TodayModel {
  counts: Counts;
  /** Without an answer, newest first. */
  bookings: BookingRow[];
  /** Given up lately; `total` counts all that were not sent again. */
  exhausted: { rows: DeliveryRow[]; total: number };
  failedFeeds: FeedRow[];
  /** Why the last publishing to a bucket or CDN failed. */
  publishFailure?: string;
  /** Address of a proxy that is not trusted, so that all visitors share one rate. */
  untrustedProxy?: string;
  /** No more receipts of bookings go out by mail today. */
  isMailLimitReached: boolean;
  /** Machines that are silent, or behind the others. */
  lagging: number;
  /** What the room lacks. */
  missing: Missing[];
  /** In the last 30 days. */
  calls: { total: number; agent: number };
  /** Of the last build, in milliseconds. */
  builtAt?: number;
  live: { items: number; updatedAt: string };
}
