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
const times = (description: string) =>
  Type.Array(Type.String({ format: 'date-time', maxLength: 40, description: 'RFC 3339 with offset.' }), {
    maxItems: maxProposedTimes,
    description,
  });

/** Fields of a request that its state repeats. */
const contact = {
  kind: optional(oneOf([...bookingKinds], 'What it is.')),
  contactName: optional(limitedText('Who asks. At most 200 characters.', 200)),
  contactEmail: optional(
    text('Mail address of who asks: answers are sent there, too.', { format: 'email', maxLength: 254 }),
  ),
  proposedTimes: optional(times('Times that would suit, at most 5.')),
  timeZone: optional(limitedText('Where who asks is: a name such as Europe/Berlin.', 64)),
};

/** @spec-gap booking-fields */
export const BookingRequest = Type.Object(
  {
    showName: nonEmptyText('Name of the show. At most 200 characters.', 200),
    showUrl: optional(WebAddress('Address of the show, http or https. At most 2048 characters.')),
    timeframe: optional(limitedText('When, in your own words. At most 200 characters.', 200)),
    message: optional(limitedText('What the conversation is about. At most 5000 characters.', 5000)),
    source: optional(oneOf(['agent', 'human'], 'Who asks. Default human.')),
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
    statusUrl: Uri('Keep this secret address: the answer appears there.'),
  },
  { title: 'BookingReceipt' },
);
export type BookingReceipt = Static<typeof BookingReceipt>;

export const BookingState = closedObject(
  {
    requestId: text('Id of the request.'),
    status: oneOf([...bookingStatuses], 'Where the request stands.'),
    showName: text('As sent.'),
    showUrl: optional(Uri('As sent.')),
    timeframe: optional(text('As sent.')),
    message: optional(text('As sent.')),
    ...contact,
    answer: optional(text('What who asks wrote last.')),
    offeredTimes: optional(
      list(
        closedObject({ startsAt: Instant('Begin.'), endsAt: optional(Instant('End.')) }),
        'While the status is proposed: POST one startsAt of these to statusUrl to confirm it.',
      ),
    ),
    reply: optional(text('What the creator says.')),
    startsAt: optional(Instant('Proposed or agreed begin.')),
    endsAt: optional(Instant('Proposed or agreed end.')),
    calendarUrl: optional(Uri('The appointment as iCalendar, once confirmed.')),
    createdAt: Instant('When the request came.'),
    updatedAt: Instant('Newest change.'),
  },
  { title: 'BookingState' },
);
export type BookingState = Static<typeof BookingState>;

export const BookingStateParams = Type.Object({ requestId: text('Id of the request.', { maxLength: 100 }) });

export const BookingAnswer = Type.Object(
  {
    message: optional(nonEmptyText('What you want to say. At most 5000 characters.', 5000)),
    startsAt: optional(Instant('The begin of one of offeredTimes: confirms it.')),
  },
  { title: 'BookingAnswer', minProperties: 1 },
);

const token = text('The secret of statusUrl.', { minLength: 1, maxLength: 200 });
export const BookingCancelQuery = Type.Object({ token });
export const BookingStateQuery = Type.Object({
  token,
  format: optional(oneOf(['json', 'html', 'ics'], 'Default: what Accept prefers, else json.')),
});
