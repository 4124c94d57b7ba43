// POST /api/agent/booking-request: keeps the request and hands out the secret address of its state.
import { statusUrl } from '#domain/booking.ts';
import { askForBooking } from '../booking/bookings.ts';
import { json, type Handler } from '../http/handler.ts';

export const bookingRequest: Handler<'bookingRequest'> = async ({ body }, { db, now, release }) => {
  const { id, token } = await askForBooking(db, body, now);
  return json({ requestId: id, status: 'received', statusUrl: statusUrl(release.facts.baseUrl, id, token) });
};
