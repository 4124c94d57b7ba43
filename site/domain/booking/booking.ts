// A booking request: its states, who may move it where, and how it is shown to the one who asked.
import type { bookingKinds, BookingState, BookingStatus } from '#contract/schemas/booking.ts';
import { isoTime } from '../instants.ts';
import { endpointUrl } from '../links.ts';

/** Addresses of the form for people; the API takes JSON alone. */
export const bookingForm = {
  ask: '/booking/request',
  cancel: '/booking/cancel',
  answer: '/booking/answer',
  /** The built page that the sidecar writes the state into. */
  statePage: '/booking/status',
  /** Fields of the times that would suit. */
  times: ['time1', 'time2', 'time3'],
  /** A field that people do not see, so that only machines fill it in. */
  trap: 'homepage',
} as const;

/** @spec-gap booking-states */
const moves: Record<BookingStatus, readonly BookingStatus[]> = {
  received: ['confirmed', 'proposed', 'needs_info', 'declined', 'cancelled'],
  needs_info: ['confirmed', 'proposed', 'declined', 'cancelled'],
  proposed: ['confirmed', 'declined', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  declined: [],
  cancelled: [],
  completed: [],
};

export const nextStatuses = (from: BookingStatus): readonly BookingStatus[] => moves[from];

export interface StoredBooking {
  id: string;
  status: BookingStatus;
  showName: string;
  showUrl: string | null;
  timeframe: string | null;
  message: string | null;
  source: string;
  /** The known agent whose signature the request carried. */
  agent?: string | null;
  kind?: string | null;
  contactName?: string | null;
  contactEmail?: string | null;
  /** IANA name. */
  timeZone?: string | null;
  /** JSON: times that suit the requester, as sent. */
  proposedTimes?: string | null;
  /** JSON: times that the creator offers. */
  offers?: string | null;
  /** The requester's last message. */
  answer?: string | null;
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
  endsAt?: number | null;
  /** Times of which one may be picked; the first stands as the begin. */
  offers?: OfferedTime[];
}

/** Milliseconds. */
export interface OfferedTime {
  startsAt: number;
  endsAt: number | null;
}

/** Of a request that is proposed; older ones have the one time that they name. */
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
  /** A confirmed booking has a begin, and ends after it. */
  | { outcome: 'needs_time' };

const isReversed = ({ startsAt, endsAt }: { startsAt: number | null; endsAt: number | null }): boolean =>
  endsAt !== null && (startsAt === null || endsAt <= startsAt);

export function decideBooking(
  booking: StoredBooking,
  { from: seen, offers, ...change }: BookingChange,
  now: number,
): BookingDecision {
  const { status: from } = booking;
  const hasMoved = seen !== undefined && seen !== from;
  if (hasMoved || !moves[from].includes(change.status)) return { outcome: 'not_allowed', from, allowed: moves[from] };
  const offered = offers?.length ? { ...offers[0], offers: JSON.stringify(offers) } : {};
  const changed: StoredBooking = { ...booking, ...offered, ...change, updatedAt: now };
  const { status, startsAt } = changed;
  if (isReversed(changed) || offers?.some(isReversed) || (status === 'confirmed' && startsAt === null))
    return { outcome: 'needs_time' };
  return { outcome: 'changed', booking: changed };
}

/** One line of text from outside, or nothing. */
export const toSingleLine = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

export const hasAppointment = ({ status, startsAt }: Pick<StoredBooking, 'status' | 'startsAt'>): boolean =>
  (status === 'confirmed' || status === 'completed') && startsAt !== null;

export const statusUrl = (baseUrl: string, id: string, token: string): string =>
  `${endpointUrl(baseUrl, 'bookingState', { requestId: id })}?token=${encodeURIComponent(token)}`;

export function bookingState(booking: StoredBooking, url: string): BookingState {
  const { id, status, showName, showUrl, timeframe, message, reply, startsAt, endsAt, createdAt, updatedAt } = booking;
  const { kind, contactName, contactEmail, timeZone, answer } = booking;
  const [offers, proposedTimes] = [readOfferedTimes(booking), readProposedTimes(booking)];
  return {
    requestId: id,
    status,
    showName,
    ...(showUrl !== null && { showUrl }),
    ...(timeframe !== null && { timeframe }),
    ...(message !== null && { message }),
    ...(kind && { kind: kind as (typeof bookingKinds)[number] }),
    ...(contactName && { contactName }),
    ...(contactEmail && { contactEmail }),
    ...(proposedTimes.length > 0 && { proposedTimes }),
    ...(timeZone && { timeZone }),
    ...(answer && { answer }),
    ...(offers.length > 0 && {
      offeredTimes: offers.map((one) => ({
        startsAt: isoTime(one.startsAt),
        ...(one.endsAt !== null && { endsAt: isoTime(one.endsAt) }),
      })),
    }),
    ...(reply !== null && { reply }),
    ...(startsAt !== null && { startsAt: isoTime(startsAt) }),
    ...(endsAt !== null && { endsAt: isoTime(endsAt) }),
    ...(hasAppointment(booking) && { calendarUrl: `${url}&format=ics` }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
