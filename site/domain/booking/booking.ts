// A booking request: its states, who may move it where, and how it is shown to the one who asked.
import type { BookingState, BookingStatus } from '#contract/schemas/booking.ts';
import { isoTime } from '../instants.ts';
import { endpointUrl } from '../links.ts';

/** Addresses of the form for people; the API takes JSON alone. */
export const bookingForm = {
  ask: '/booking/request',
  cancel: '/booking/cancel',
  /** The built page that the sidecar writes the state into. */
  statePage: '/booking/status',
  /** A field that people do not see, so that only machines fill it in. */
  trap: 'homepage',
} as const;

/** @spec-gap booking-states */
const moves: Record<BookingStatus, readonly BookingStatus[]> = {
  received: ['needs_info', 'proposed', 'declined', 'cancelled'],
  needs_info: ['proposed', 'declined', 'cancelled'],
  proposed: ['confirmed', 'declined', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  declined: [],
  cancelled: [],
  completed: [],
};

export const nextStatuses = (from: BookingStatus): readonly BookingStatus[] => moves[from];

export interface Booking {
  id: string;
  status: BookingStatus;
  showName: string;
  showUrl: string | null;
  timeframe: string | null;
  message: string | null;
  source: string;
  /** The known agent whose signature the request carried. */
  agent?: string | null;
  /** What the creator says to the one who asked. */
  reply: string | null;
  /** Milliseconds, as the other instants. */
  startsAt: number | null;
  endsAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What is left out stays as it was. */
export interface BookingChange {
  status: BookingStatus;
  /** The state that the decision was made about: if it has changed since, nothing happens. */
  from?: BookingStatus;
  reply?: string;
  startsAt?: number;
  endsAt?: number;
}

export type Decision =
  | { outcome: 'changed'; booking: Booking }
  | { outcome: 'not_allowed'; from: BookingStatus; allowed: readonly BookingStatus[] }
  /** A confirmed booking has a begin, and ends after it. */
  | { outcome: 'needs_time' };

export function decideBooking(booking: Booking, { from: seen, ...change }: BookingChange, now: number): Decision {
  const { status: from } = booking;
  const hasMoved = seen !== undefined && seen !== from;
  if (hasMoved || !moves[from].includes(change.status)) return { outcome: 'not_allowed', from, allowed: moves[from] };
  const changed: Booking = { ...booking, ...change, updatedAt: now };
  const { status, startsAt, endsAt } = changed;
  const isReversed = endsAt !== null && (startsAt === null || endsAt <= startsAt);
  if (isReversed || (status === 'confirmed' && startsAt === null)) return { outcome: 'needs_time' };
  return { outcome: 'changed', booking: changed };
}

/** One line of text from outside, or nothing. */
export const oneLine = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

export const hasAppointment = ({ status, startsAt }: Pick<Booking, 'status' | 'startsAt'>): boolean =>
  (status === 'confirmed' || status === 'completed') && startsAt !== null;

export const statusUrl = (baseUrl: string, id: string, token: string): string =>
  `${endpointUrl(baseUrl, 'bookingState', { requestId: id })}?token=${encodeURIComponent(token)}`;

export function bookingState(booking: Booking, url: string): BookingState {
  const { id, status, showName, showUrl, timeframe, reply, startsAt, endsAt, createdAt, updatedAt } = booking;
  return {
    requestId: id,
    status,
    showName,
    ...(showUrl !== null && { showUrl }),
    ...(timeframe !== null && { timeframe }),
    ...(reply !== null && { reply }),
    ...(startsAt !== null && { startsAt: isoTime(startsAt) }),
    ...(endsAt !== null && { endsAt: isoTime(endsAt) }),
    ...(hasAppointment(booking) && { calendarUrl: `${url}&format=ics` }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
