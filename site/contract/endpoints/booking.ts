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
      summary: 'Ask for a booking.',
      description:
        'The creator answers at statusUrl; whoever knows that address may read it and cancel. It is kept for two years after ' +
        'the last change, and for one where the creator never decided.',
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
        'Use it when a person has decided to ask for an interview, a talk or press time; get_booking says what the creator ' +
        'likes to be asked. The creator decides, not this tool: the result has a secret statusUrl to keep, which get_booking_state ' +
        'reads. Nothing is booked before its status is confirmed. At most 20 a minute.',
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
      summary: 'Where a booking request stands, and what the creator says.',
      description:
        'Also a page for people (text/html) and, once confirmed, the appointment (text/calendar): by format or Accept.',
    },
    access: { private: true },
    agents: {
      tool: 'get_booking_state',
      usage:
        'Use it after request_booking: requestId is in its result, token is the value after token= in its statusUrl. Gives ' +
        'status, the creator’s reply, and the proposed or agreed time.',
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
      summary: 'Answer the creator: pick one of the offered times, or write.',
      description: 'startsAt is one of offeredTimes, and confirms the booking. A message stands beside the request.',
      example: { ...state.docs.example, body: { message: 'Thursday suits us best.' } },
    },
    access: { rate: 'action', private: true },
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
      summary: 'Cancel a booking request that is open or confirmed.',
      description: 'The state stays readable. Cancelling again changes nothing.',
    },
    access: { rate: 'action', private: true },
  }),
};
