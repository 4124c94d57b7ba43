// A booking request: its states, the allowed transitions, and its state for the requester.
import {
  bookingActions,
  type BookingAnswer,
  type bookingKinds,
  type BookingState,
  type BookingStatus,
} from '#contract/schemas/booking.ts';
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
  // A confirmed booking may move to another time.
  confirmed: ['confirmed', 'completed', 'cancelled'],
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
  /** Message of the requester. */
  answer?: string;
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

/** Returns the fields that store offers. The first one is also the time of the booking. */
const storeOffers = (offers: OfferedTime[] = []): Partial<StoredBooking> =>
  offers.length > 0 ? { ...offers[0], offers: JSON.stringify(offers) } : {};

export function decideBooking(
  booking: StoredBooking,
  { from: expected = booking.status, offers, ...change }: BookingChange,
  now: number,
): BookingDecision {
  const { status: from } = booking;
  if (expected !== from || !transitions[from].includes(change.status))
    return { outcome: 'not_allowed', from, allowed: transitions[from] };
  const isMove = from === 'confirmed' && change.status === from;
  if (isMove && change.startsAt === undefined) return { outcome: 'needs_time' };
  const end = isMove ? { endsAt: null } : {};
  const changedBooking: StoredBooking = { ...booking, ...end, ...storeOffers(offers), ...change, updatedAt: now };
  return lacksTime(changedBooking, offers)
    ? { outcome: 'needs_time' }
    : { outcome: 'changed', booking: changedBooking };
}

type ActionName = keyof typeof bookingActions;

/** Returns what the requester can do now. @spec-gap booking-states */
export function requesterActions(booking: StoredBooking): ActionName[] {
  if (!transitions[booking.status].includes('cancelled')) return [];
  return readOfferedTimes(booking).length > 0 ? ['accept', 'change', 'cancel'] : ['change', 'cancel'];
}

const describeActions = (booking: StoredBooking): BookingState['actions'] =>
  requesterActions(booking).map((name) => ({ name, ...bookingActions[name] }));

/** The outcome of a requester's answer. `problem` explains a refusal, which concerns `field`. */
export type AnswerDecision =
  | { outcome: 'accept'; offer: OfferedTime }
  | { outcome: 'change' }
  /** The same time was accepted before. */
  | { outcome: 'repeated' }
  | { outcome: 'refuse'; kind: 'bad_request' | 'conflict'; field: string; problem: string };

const refuseAnswer = (kind: 'bad_request' | 'conflict', field: string, problem: string): AnswerDecision => ({
  outcome: 'refuse',
  kind,
  field,
  problem,
});

function decideAcceptance(booking: StoredBooking, wanted: number | undefined, now: number): AnswerDecision {
  const { status, startsAt } = booking;
  const isSame = wanted === undefined || wanted === startsAt;
  if (status === 'confirmed' && isSame) return { outcome: 'repeated' };
  const offers = readOfferedTimes(booking);
  const field = wanted === undefined ? 'accept' : 'startsAt';
  if (status !== 'proposed')
    return refuseAnswer('conflict', field, `Nothing was accepted: the request is ${status}, and no time is on offer.`);
  if (wanted === undefined && offers.length > 1)
    return refuseAnswer('bad_request', 'startsAt', 'Several times are on offer. Send startsAt of one of offeredTimes.');
  const offer = offers.find((one) => wanted === undefined || one.startsAt === wanted);
  if (!offer)
    return refuseAnswer(
      'conflict',
      field,
      'That time is not on offer or no longer available. Read statusUrl for the times on offer.',
    );
  if (offer.startsAt <= now)
    return refuseAnswer('conflict', field, 'That time is in the past. Send proposedTimes to ask for another one.');
  return { outcome: 'accept', offer };
}

/** Decides what an answer of the requester does. An answer either accepts an offered time or changes the request. */
export function decideAnswer(booking: StoredBooking, answer: BookingAnswer, now: number): AnswerDecision {
  const { accept, startsAt, message: _, ...changes } = answer;
  const [changedField] = Object.keys(changes);
  if (!accept && startsAt === undefined) {
    const { status } = booking;
    return requesterActions(booking).includes('change')
      ? { outcome: 'change' }
      : refuseAnswer('conflict', 'status', `The request is ${status}, so it cannot be changed or answered.`);
  }
  if (changedField !== undefined)
    return refuseAnswer('bad_request', changedField, 'Either accept an offered time or ask for other times.');
  return decideAcceptance(booking, startsAt === undefined ? undefined : Date.parse(startsAt), now);
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

/** Returns the state for the requester. Without its address, it has no link to the calendar entry. */
export function bookingState(booking: StoredBooking, url?: string): BookingState {
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
    ...(url && hasAppointment(booking) && { calendarUrl: `${url}&format=ics` }),
    actions: describeActions(booking),
    createdAt: isoTime(booking.createdAt),
    updatedAt: isoTime(booking.updatedAt),
  };
}
