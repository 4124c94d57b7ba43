// Booking: a request, and the secret address where it is answered.
import { endpoint } from '../endpoint.ts';
import {
  BookingAnswer,
  BookingCancelQuery,
  BookingReceipt,
  BookingRequest,
  BookingState,
  BookingStateParams,
  BookingStateQuery,
} from '../schemas/booking.ts';

const state = {
  path: '/api/agent/booking-request/{requestId}',
  group: 'Actions',
  lane: 'sidecar',
  private: true,
  foundIn: ['bookingRequest', 'statusUrl'],
  params: BookingStateParams,
  response: BookingState,
  example: { params: { requestId: 'REQUEST_ID' }, query: { token: 'TOKEN' } },
} as const;

export const booking = {
  bookingRequest: endpoint({
    method: 'POST',
    path: '/api/agent/booking-request',
    group: 'Actions',
    lane: 'sidecar',
    indexKey: 'bookingRequest',
    rate: 'action',
    creates: true,
    summary: 'Ask for a booking.',
    tool: 'request_booking',
    toolUse:
      'Use it when a person has decided to ask for an interview, a talk or press time; get_booking says what the creator ' +
      'likes to be asked. The creator decides, not this tool: the result has a secret statusUrl to keep, which get_booking_state ' +
      'reads. Nothing is booked before its status is confirmed. At most 20 a minute.',
    description:
      'The creator answers at statusUrl; whoever knows that address may read it and cancel. It is kept for two years after ' +
      'the last change, and for one where the creator never decided.',
    body: BookingRequest,
    response: BookingReceipt,
    errors: ['rate_limited'],
    example: {
      body: {
        showName: 'Name of the show',
        showUrl: 'https://show.example.org',
        timeframe: 'Two or three dates, with time zone',
        message: 'What the conversation is about',
        source: 'agent',
      },
    },
  }),
  bookingState: endpoint({
    ...state,
    method: 'GET',
    summary: 'Where a booking request stands, and what the creator says.',
    tool: 'get_booking_state',
    toolUse:
      'Use it after request_booking: requestId is in its result, token is the value after token= in its statusUrl. Gives ' +
      'status, the creator’s reply, and the proposed or agreed time.',
    description:
      'Also a page for people (text/html) and, once confirmed, the appointment (text/calendar): by format or Accept.',
    query: BookingStateQuery,
    alsoTypes: ['text/html', 'text/calendar'],
    errors: ['not_found'],
  }),
  bookingAnswer: endpoint({
    ...state,
    method: 'POST',
    rate: 'action',
    summary: 'Answer the creator: pick one of the offered times, or write.',
    description: 'startsAt is one of offeredTimes, and confirms the booking. A message stands beside the request.',
    query: BookingCancelQuery,
    body: BookingAnswer,
    errors: ['not_found', 'conflict', 'rate_limited'],
    example: { ...state.example, body: { message: 'Thursday suits us best.' } },
  }),
  bookingCancel: endpoint({
    ...state,
    method: 'DELETE',
    rate: 'action',
    summary: 'Cancel a booking request that is open or confirmed.',
    description: 'The state stays readable. Cancelling again changes nothing.',
    query: BookingCancelQuery,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
};
