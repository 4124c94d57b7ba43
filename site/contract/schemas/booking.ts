// The wire shapes of a booking: the request, its receipt, and its state as the one who asked sees it.
import { type Static, Type } from 'typebox';
import { filled, WebAddress, words } from './requests.ts';
import { closed, Instant, oneOf, text, Uri, notes } from './shape.ts';

const maybe = Type.Optional;

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

/** @spec-gap booking-fields */
export const BookingRequest = Type.Object(
  {
    showName: filled('Name of the show. At most 200 characters.', 200),
    showUrl: maybe(WebAddress('Address of the show, http or https. At most 2048 characters.')),
    timeframe: maybe(words('When, in your own words. At most 200 characters.', 200)),
    message: maybe(words('What the conversation is about. At most 5000 characters.', 5000)),
    source: maybe(oneOf(['agent', 'human'], 'Who asks. Default human.')),
  },
  { title: 'BookingRequest' },
);
export type BookingRequest = Static<typeof BookingRequest>;

export const BookingReceipt = closed(
  {
    ...notes,
    requestId: text('Id of the request.'),
    status: oneOf(['received']),
    statusUrl: Uri('Keep this secret address: the answer appears there.'),
  },
  { title: 'BookingReceipt' },
);
export type BookingReceipt = Static<typeof BookingReceipt>;

export const BookingState = closed(
  {
    requestId: text('Id of the request.'),
    status: oneOf([...bookingStatuses], 'Where the request stands.'),
    showName: text('As sent.'),
    showUrl: maybe(Uri('As sent.')),
    timeframe: maybe(text('As sent.')),
    reply: maybe(text('What the creator says.')),
    startsAt: maybe(Instant('Proposed or agreed begin.')),
    endsAt: maybe(Instant('Proposed or agreed end.')),
    calendarUrl: maybe(Uri('The appointment as iCalendar, once confirmed.')),
    createdAt: Instant('When the request came.'),
    updatedAt: Instant('Newest change.'),
  },
  { title: 'BookingState' },
);
export type BookingState = Static<typeof BookingState>;

export const BookingStateParams = Type.Object({ requestId: text('Id of the request.', { maxLength: 100 }) });

const token = text('The secret of statusUrl.', { minLength: 1, maxLength: 200 });
export const BookingCancelQuery = Type.Object({ token });
export const BookingStateQuery = Type.Object({
  token,
  format: maybe(oneOf(['json', 'html', 'ics'], 'Default: what Accept prefers, else json.')),
});
