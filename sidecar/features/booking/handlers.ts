// Handlers of bookings: POST booking-request stores the request and returns the secret address of its state; GET and
// DELETE of that address show the state, as JSON, page or calendar, and cancel the booking.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { bookingForm, type StoredBooking, bookingState as stateOf, statusUrl } from '#domain/booking/booking.ts';
import type { PublicFacts } from '#domain/room.ts';
import { createBooking } from './bookings.ts';
import { answerBooking, cancelBooking, readBooking } from './requester.ts';
import { mailReceipt } from './notices.ts';
import { renderBookingCalendar } from './calendar.ts';
import { privatePageHeaders } from '#domain/release/headers.ts';
import { renderProblemPage, renderStatePage } from './state-page.ts';
import { type Answer, json, type Handler } from '../../http/handler.ts';
import { networkOf } from '../../http/network.ts';
import { preferredForm } from '../../http/media-type.ts';
import { createTranslator, htmlType } from '../../http/page.ts';

const bookingRequest =
  (mailsPerDay: number | undefined): Handler<'bookingRequest'> =>
  async ({ body }, { db, now, release, agent, address }) => {
    const { id, token } = await createBooking(db, body, now, await agent());
    const receipt = { id, token, to: body.contactEmail, network: networkOf(address) };
    await mailReceipt(db, release.facts, receipt, now, mailsPerDay);
    return json({ requestId: id, status: 'received', statusUrl: statusUrl(release.facts.baseUrl, id, token) });
  };

const formats = { json: 'application/json', html: 'text/html', ics: 'text/calendar' };

function calendarAnswer(booking: StoredBooking, facts: PublicFacts): Answer {
  const body = renderBookingCalendar(facts, booking);
  if (body === undefined) {
    const details = { reason: 'not_confirmed', status: booking.status };
    throw new ApiError(
      'not_found',
      'There is no calendar entry yet. It is created when the booking is confirmed.',
      details,
    );
  }
  return {
    body,
    type: 'text/calendar; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="booking.ics"', Vary: 'Accept' },
  };
}

const bookingState: Handler<'bookingState'> = async ({ params, query }, { db, release, accept }) => {
  const { token, format = preferredForm(accept, formats) } = query;
  const booking = await readBooking(db, params.requestId, token).catch((error: unknown) => {
    if (format === 'html' && error instanceof ApiError) return undefined;
    throw error;
  });
  const pageHeaders = { ...privatePageHeaders, Vary: 'Accept' };
  if (!booking) {
    const problem = createTranslator(release)('request.none');
    return { status: 404, body: await renderProblemPage(release, problem), type: htmlType, headers: pageHeaders };
  }
  if (format === 'ics') return calendarAnswer(booking, release.facts);
  const state = stateOf(booking, statusUrl(release.facts.baseUrl, booking.id, token));
  if (format === 'json') return { ...json<'bookingState'>(state), headers: { Vary: 'Accept' } };
  return { body: await renderStatePage(release, state, token), type: htmlType, headers: pageHeaders };
};

const bookingAnswer: Handler<'bookingAnswer'> = async ({ params, query: { token }, body }, { db, release, now }) => {
  const booking = await answerBooking(db, await readBooking(db, params.requestId, token), body, now);
  return json(stateOf(booking, statusUrl(release.facts.baseUrl, booking.id, token)));
};

const bookingCancel: Handler<'bookingCancel'> = async ({ params, query: { token } }, { db, release, now }) => {
  const booking = await cancelBooking(db, await readBooking(db, params.requestId, token), now);
  return json(stateOf(booking, statusUrl(release.facts.baseUrl, booking.id, token)));
};

/** Redirects a browser that opens the address of a request without its token to the page that explains it. */
function redirectWithoutToken({ query, headers: { accept } }: FastifyRequest, reply: FastifyReply): void {
  const isPage = preferredForm(accept, formats) === 'html';
  if (isPage && !(query as { token?: string }).token) reply.redirect(bookingForm.statePage, 303);
}

export const bookingGuards = { bookingState: redirectWithoutToken };

export const bookingHandlers = (mailsPerDay: number | undefined) => ({
  bookingRequest: bookingRequest(mailsPerDay),
  bookingState,
  bookingAnswer,
  bookingCancel,
});
