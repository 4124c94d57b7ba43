// Booking requests as the console shows them.
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { StoredBooking, OfferedTime } from '#domain/booking/booking.ts';
import type { AuditEntry } from '#sidecar/console/audit/model.ts';
import type { Pager, Tab } from '#sidecar/console/ui/listing.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export const bookingLabels: Record<BookingStatus, ConsoleMessage> = {
  received: 'New',
  needs_info: 'Asked back',
  proposed: 'Proposed',
  confirmed: 'Confirmed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  completed: 'Took place',
};

/** What waits for the creator stands out; what is over steps back. */
export const bookingTones = {
  received: 'waiting',
  needs_info: 'plain',
  proposed: 'plain',
  confirmed: 'good',
  declined: 'over',
  cancelled: 'over',
  completed: 'over',
} as const satisfies Record<BookingStatus, string>;

/** Milliseconds, as the other instants. */
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

/** As it was typed, so that a refusal loses nothing. */
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
  /** Where it may go from here, each with what the button says; none when it is over. */
  moves: { status: BookingStatus; label: ConsoleMessage }[];
  answer: BookingAnswerDraft;
  /** What either side offers, in the zone of each. */
  wanted: string[];
  offers: OfferedTime[];
  /** The creator's, where nothing else was typed. */
  zone: string;
  templates: { label: string }[];
  hasCalendar: boolean;
  history: AuditEntry[];
}
