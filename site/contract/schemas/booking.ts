// The wire shapes of a booking: the request, its receipt, and its state for the requester.
import { type Static, Type } from 'typebox';
import { nonEmptyText, WebAddress, limitedText } from './requests.ts';
import { closedObject, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

export const bookingStatuses = [
  'received',
  'needs_info',
  'proposed',
  'confirmed',
  'declined',
  'cancelled',
  'completed',
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const bookingKinds = ['interview', 'press', 'talk', 'other'] as const;

/** Maximum number of times in a request. */
export const maxProposedTimes = 5;
const times = (description: string, minItems = 0) =>
  Type.Array(Type.String({ format: 'date-time', maxLength: 40, description: 'RFC 3339 with offset.' }), {
    minItems,
    maxItems: maxProposedTimes,
    description,
  });

/** Fields of a request that its state repeats. */
const contact = {
  kind: optional(oneOf([...bookingKinds], 'Kind of appointment.')),
  contactName: optional(limitedText('Name of the requester. At most 200 characters.', 200)),
  contactEmail: optional(
    text('Mail address of the requester; replies are also sent there.', { format: 'email', maxLength: 254 }),
  ),
  proposedTimes: optional(times('Proposed times, at most 5.')),
  timeZone: optional(limitedText('Time zone of the requester, such as Europe/Berlin.', 64)),
};

/** @spec-gap booking-fields */
export const BookingRequest = Type.Object(
  {
    showName: nonEmptyText('Name of the show. At most 200 characters.', 200),
    showUrl: optional(WebAddress('Address of the show. At most 2048 characters.')),
    timeframe: optional(limitedText('Possible dates in your own words. At most 200 characters.', 200)),
    message: optional(limitedText('Subject of the conversation. At most 5000 characters.', 5000)),
    source: optional(oneOf(['agent', 'human'], 'agent if a program sends the request. Default human.')),
    ...contact,
  },
  { title: 'BookingRequest' },
);
export type BookingRequest = Static<typeof BookingRequest>;

export const BookingReceipt = closedObject(
  {
    ...postFields,
    requestId: text('Id of the request.'),
    status: oneOf(['received']),
    statusUrl: Uri('Secret address of the status and reply. Keep it.'),
  },
  { title: 'BookingReceipt' },
);
export type BookingReceipt = Static<typeof BookingReceipt>;

const changes = {
  message: optional(nonEmptyText('For the creator. At most 5000 characters.', 5000)),
  timeframe: optional(nonEmptyText('Other possible dates in your own words. At most 200 characters.', 200)),
  proposedTimes: optional(times('Other times. A confirmed time stays until the creator moves it.', 1)),
  timeZone: optional(nonEmptyText('Time zone of the requester, such as Europe/Berlin.', 64)),
};

const acceptances = {
  accept: optional(Type.Literal(true, { description: 'Accepts the one offered time.' })),
  startsAt: optional(Instant('Accepts this one of offeredTimes.')),
};

/** An answer with an unknown member is refused, since it would seem to have an effect. */
export const BookingAnswer = closedObject(
  { ...acceptances, ...changes },
  {
    title: 'BookingAnswer',
    minProperties: 1,
    description:
      'accept or startsAt accept an offered time. message, timeframe, proposedTimes and timeZone change the request. DELETE cancels it.',
  },
);
export type BookingAnswer = Static<typeof BookingAnswer>;

/** The requests that a requester can send to statusUrl, by action. */
export const bookingActions: Record<'accept' | 'change' | 'cancel', { method: 'POST' | 'DELETE'; fields: string[] }> = {
  accept: { method: 'POST', fields: Object.keys(acceptances) },
  change: { method: 'POST', fields: Object.keys(changes) },
  cancel: { method: 'DELETE', fields: [] },
};

export const BookingState = closedObject(
  {
    requestId: text('Id of the request.'),
    status: oneOf([...bookingStatuses], 'Status of the request.'),
    showName: text('Same as in the request.'),
    showUrl: optional(Uri('Same as in the request.')),
    timeframe: optional(text('Same as in the request.')),
    message: optional(text('Same as in the request.')),
    ...contact,
    answer: optional(text('Last message of the requester.')),
    offeredTimes: optional(
      list(
        closedObject({ startsAt: Instant('Begin.'), endsAt: optional(Instant('End.')) }),
        'Offered times, if the status is proposed. POST one as startsAt to statusUrl to confirm it.',
      ),
    ),
    reply: optional(text('Reply of the creator.')),
    startsAt: optional(Instant('Proposed or agreed begin.')),
    endsAt: optional(Instant('Proposed or agreed end.')),
    calendarUrl: optional(Uri('The appointment as iCalendar, once confirmed.')),
    actions: list(
      closedObject({
        name: oneOf(['accept', 'change', 'cancel']),
        method: oneOf(['POST', 'DELETE']),
        fields: list(text('A field of the body.')),
      }),
      'Actions that statusUrl accepts now.',
    ),
    createdAt: Instant('Creation time of the request.'),
    updatedAt: Instant('Newest change.'),
  },
  { title: 'BookingState' },
);
export type BookingState = Static<typeof BookingState>;

export const BookingStateParams = Type.Object({ requestId: text('Id of the request.', { maxLength: 100 }) });

const token = text('The value after token= in statusUrl.', { minLength: 1, maxLength: 200 });
export const BookingCancelQuery = Type.Object({ token });
export const BookingStateQuery = Type.Object({
  token,
  format: optional(oneOf(['json', 'html', 'ics'], 'Default: by Accept, else json.')),
});
