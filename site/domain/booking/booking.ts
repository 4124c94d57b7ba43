// A booking request: its states, the allowed transitions, and its state for the requester.
import type { bookingKinds, BookingState, BookingStatus } from '#contract/schemas/booking.ts';
import { isoTime } from '../instants.ts';
import { endpointUrl } from '../links.ts';

/** Paths and field names of the booking form. */
export const bookingForm = {
  request: '/booking/request',
  cancel: '/booking/cancel',
  answer: '/booking/answer',
  /** Page that the sidecar fills with the state. */
  statePage: '/booking/status',
  /** Fields for the requester's proposed times. */
  times: ['time1', 'time2', 'time3'],
  /** Hidden field that only bots fill in. */
  honeypot: 'homepage',
} as const;

/** @spec-gap booking-states */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  received: ['confirmed', 'proposed', 'needs_info', 'declined', 'cancelled'],
  needs_info: ['confirmed', 'proposed', 'declined', 'cancelled'],
  proposed: ['confirmed', 'declined', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  declined: [],
  cancelled: [],
  completed: [],
};

export const nextStatuses = (from: BookingStatus): readonly BookingStatus[] => transitions[from];

export interface StoredBooking {
  id: string;
  status: BookingStatus;
  showName: string;
  showUrl: string | null;
  timeframe: string | null;
  message: string | null;
  source: string;
  /** Name of the agent that signed the request. */
  agent?: string | null;
  kind?: string | null;
  contactName?: string | null;
  contactEmail?: string | null;
  /** IANA time zone of the requester. */
  timeZone?: string | null;
  /** Times that the requester proposed, as JSON. */
  proposedTimes?: string | null;
  /** Times that the creator offers, as JSON. */
  offers?: string | null;
  /** Last message of the requester. */
  answer?: string | null;
  /** Reply of the creator. */
  reply: string | null;
  /** Begin of the appointment in milliseconds since the epoch. */
  startsAt: number | null;
  endsAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A change of a booking; omitted fields stay as they are. */
export interface BookingChange {
  status: BookingStatus;
  /** Expected status of the booking; the change is rejected if it is different. */
  from?: BookingStatus;
  reply?: string;
  startsAt?: number;
  endsAt?: number | null;
  /** Offered times, one of which the requester may choose; the first one becomes the begin. */
  offers?: OfferedTime[];
}

/** An offered time in milliseconds since the epoch. */
export interface OfferedTime {
  startsAt: number;
  endsAt: number | null;
}

/** Returns the offered times of a proposed booking. Bookings without a list have at most one. */
export function readOfferedTimes({ status, offers, startsAt, endsAt }: StoredBooking): OfferedTime[] {
  if (status !== 'proposed') return [];
  if (offers) return JSON.parse(offers) as OfferedTime[];
  return startsAt === null ? [] : [{ startsAt, endsAt }];
}

export const readProposedTimes = ({ proposedTimes }: StoredBooking): string[] =>
  proposedTimes ? (JSON.parse(proposedTimes) as string[]) : [];

export type BookingDecision =
  | { outcome: 'changed'; booking: StoredBooking }
  | { outcome: 'not_allowed'; from: BookingStatus; allowed: readonly BookingStatus[] }
  /** The begin is missing, or the end is not after it. */
  | { outcome: 'needs_time' };

const endsBeforeStart = ({ startsAt, endsAt }: { startsAt: number | null; endsAt: number | null }): boolean =>
  endsAt !== null && (startsAt === null || endsAt <= startsAt);

const lacksTime = (booking: StoredBooking, offers: OfferedTime[] = []): boolean =>
  endsBeforeStart(booking) ||
  offers.some(endsBeforeStart) ||
  (booking.status === 'confirmed' && booking.startsAt === null);

export function decideBooking(
  booking: StoredBooking,
  { from: expected = booking.status, offers, ...change }: BookingChange,
  now: number,
): BookingDecision {
  const { status: from } = booking;
  if (expected !== from || !transitions[from].includes(change.status))
    return { outcome: 'not_allowed', from, allowed: transitions[from] };
  const firstOffer = offers?.length ? { ...offers[0], offers: JSON.stringify(offers) } : {};
  const changed: StoredBooking = { ...booking, ...firstOffer, ...change, updatedAt: now };
  return lacksTime(changed, offers) ? { outcome: 'needs_time' } : { outcome: 'changed', booking: changed };
}

/** Joins the lines of a text; null if it is empty. */
export const toSingleLine = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

export const hasAppointment = ({ status, startsAt }: Pick<StoredBooking, 'status' | 'startsAt'>): boolean =>
  (status === 'confirmed' || status === 'completed') && startsAt !== null;

export const statusUrl = (baseUrl: string, id: string, token: string): string =>
  `${endpointUrl(baseUrl, 'bookingState', { requestId: id })}?token=${encodeURIComponent(token)}`;

const offeredTime = ({ startsAt, endsAt }: OfferedTime) => ({
  startsAt: isoTime(startsAt),
  ...(endsAt !== null && { endsAt: isoTime(endsAt) }),
});

/** Returns the details that the requester entered. */
function requestDetails(booking: StoredBooking): Partial<BookingState> {
  const { showUrl, timeframe, message, kind, contactName, contactEmail, timeZone } = booking;
  const proposedTimes = readProposedTimes(booking);
  return {
    ...(showUrl !== null && { showUrl }),
    ...(timeframe !== null && { timeframe }),
    ...(message !== null && { message }),
    ...(kind && { kind: kind as (typeof bookingKinds)[number] }),
    ...(contactName && { contactName }),
    ...(contactEmail && { contactEmail }),
    ...(proposedTimes.length > 0 && { proposedTimes }),
    ...(timeZone && { timeZone }),
  };
}

export function bookingState(booking: StoredBooking, url: string): BookingState {
  const { answer, reply, startsAt, endsAt } = booking;
  const offers = readOfferedTimes(booking);
  return {
    requestId: booking.id,
    status: booking.status,
    showName: booking.showName,
    ...requestDetails(booking),
    ...(answer && { answer }),
    ...(offers.length > 0 && { offeredTimes: offers.map(offeredTime) }),
    ...(reply !== null && { reply }),
    ...(startsAt !== null && { startsAt: isoTime(startsAt) }),
    ...(endsAt !== null && { endsAt: isoTime(endsAt) }),
    ...(hasAppointment(booking) && { calendarUrl: `${url}&format=ics` }),
    createdAt: isoTime(booking.createdAt),
    updatedAt: isoTime(booking.updatedAt),
  };
}
