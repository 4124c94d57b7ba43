// Booking: the request, and the secret address with its state.
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
  http: {
    path: '/api/agent/booking-request/{requestId}',
    servedBy: 'sidecar',
    params: BookingStateParams,
    response: BookingState,
  },
  docs: {
    group: 'Actions',
    foundIn: ['bookingRequest', 'statusUrl'],
    example: { params: { requestId: 'REQUEST_ID' }, query: { token: 'TOKEN' } },
  },
} as const;

export const booking = {
  bookingRequest: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/booking-request',
      servedBy: 'sidecar',
      body: BookingRequest,
      response: BookingReceipt,
      errors: ['rate_limited'],
      creates: true,
    },
    docs: {
      group: 'Actions',
      indexKey: 'bookingRequest',
      summary: 'Request a booking.',
      description:
        'The creator replies at statusUrl. Everybody who knows that address can read the request and cancel it. A request is ' +
        'stored for two years after its last change, or for one year if the creator never decided.',
      example: {
        body: {
          showName: 'Name of the show',
          showUrl: 'https://show.example.org',
          timeframe: 'Two or three dates, with time zone',
          message: 'What the conversation is about',
          source: 'agent',
        },
      },
    },
    access: { rate: 'action' },
    agents: {
      tool: 'request_booking',
      usage:
        'Use it after a person has decided to request an interview, a talk or press time. The creator decides: keep the ' +
        'secret statusUrl of the result and check it with get_booking_state. Nothing is booked until the status is ' +
        'confirmed.',
    },
  }),
  bookingState: endpoint({
    http: {
      method: 'GET',
      ...state.http,
      query: BookingStateQuery,
      alsoTypes: ['text/html', 'text/calendar'],
      errors: ['not_found'],
    },
    docs: {
      ...state.docs,
      summary: 'Get the status of a booking request and the creator’s reply.',
      description:
        'format or Accept can also select a page (text/html) or, for a confirmed booking, the appointment (text/calendar).',
    },
    access: { private: true },
    agents: {
      tool: 'get_booking_state',
      usage:
        'Use it after request_booking: its result has requestId, and token is in its statusUrl. Returns the status, the ' +
        'creator’s reply, the proposed or agreed time, and the actions that are possible now.',
    },
  }),
  bookingAnswer: endpoint({
    http: {
      method: 'POST',
      ...state.http,
      query: BookingCancelQuery,
      body: BookingAnswer,
      errors: ['not_found', 'conflict', 'rate_limited'],
    },
    docs: {
      ...state.docs,
      summary: 'Accept an offered time, or change a booking request.',
      description:
        'accept or startsAt (one of offeredTimes) confirm the booking. message, timeframe, proposedTimes and timeZone change the request: the creator sees them, and a time ' +
        'that was confirmed stays until the creator moves it. Any other field is refused.',
      example: { ...state.docs.example, body: { message: 'Thursday suits us best.' } },
    },
    access: { rate: 'action', private: true },
    agents: {
      tool: 'answer_booking',
      usage:
        'Use it after get_booking_state. Any other field is refused and changes nothing. Only the status confirmed means ' +
        'agreed. To give up the appointment use cancel_booking.',
      changes: true,
    },
  }),
  bookingCancel: endpoint({
    http: {
      method: 'DELETE',
      ...state.http,
      query: BookingCancelQuery,
      errors: ['not_found', 'conflict', 'rate_limited'],
    },
    docs: {
      ...state.docs,
      summary: 'Cancel an open or confirmed booking request.',
      description: 'The status stays readable. Cancelling again has no effect.',
    },
    access: { rate: 'action', private: true },
    agents: {
      tool: 'cancel_booking',
      usage: 'Use it if the person no longer wants the appointment. To move it, use answer_booking with proposedTimes.',
      changes: true,
    },
  }),
};
