// Booking requests as the console shows them.
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { StoredBooking, OfferedTime } from '#domain/booking/booking.ts';
import type { AuditEntry } from '#sidecar/console/audit/page.ts';
import type { Pager, Tab } from '#sidecar/console/ui/listing.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export const bookingLabels: Record<BookingStatus, ConsoleMessage> = {
  received: 'New',
  needs_info: 'Question sent',
  proposed: 'Proposed',
  confirmed: 'Confirmed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  completed: 'Completed',
};

/** New requests stand out, and those that are over are dimmed. */
export const bookingTones = {
  received: 'waiting',
  needs_info: 'plain',
  proposed: 'plain',
  confirmed: 'good',
  declined: 'over',
  cancelled: 'over',
  completed: 'over',
} as const satisfies Record<BookingStatus, string>;

/** Row of the list. Times are in milliseconds since the epoch. */
export type BookingRow = Pick<
  StoredBooking,
  'id' | 'status' | 'showName' | 'source' | 'timeframe' | 'startsAt' | 'createdAt'
>;

export interface BookingsModel {
  /** The list shows only bookings with this status. */
  status?: BookingStatus;
  words: string;
  tabs: Tab[];
  rows: BookingRow[];
  pager: Pager;
}

/** Fields of the form as they were typed. */
export interface BookingAnswerDraft {
  status: string;
  reply: string;
  /** IANA name. */
  zone: string;
  times: { starts: string; ends: string }[];
}

export interface BookingModel {
  booking: StoredBooking;
  show?: { href: string; host: string };
  /** Statuses that may follow, with labels; none if the request is over. */
  moves: { status: BookingStatus; label: ConsoleMessage }[];
  answer: BookingAnswerDraft;
  /** Times that the requester proposed. */
  requestedTimes: string[];
  /** Times that the creator offered. */
  offers: OfferedTime[];
  /** Time zone of the creator. */
  zone: string;
  templates: { label: string }[];
  hasCalendar: boolean;
  history: AuditEntry[];
}
