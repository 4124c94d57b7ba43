// What the one who asked may do with the token: read the request and cancel it.
import { ApiError } from '#contract/errors.ts';
import type { Booking } from '#domain/booking/booking.ts';
import type { Db } from '../store/store.ts';
import { bookingOfToken, decide, findBooking } from './bookings.ts';

/** A wrong token gets the same response as a wrong id. */
export async function readBooking(db: Db, id: string, token: string): Promise<Booking> {
  const booking = await bookingOfToken(db, id, token);
  if (!booking)
    throw new ApiError('not_found', 'No booking request is at this address. Use statusUrl as it was given.');
  return booking;
}

/** What is cancelled already stays so. */
export async function cancelBooking(db: Db, id: string, token: string, now: number): Promise<Booking> {
  await readBooking(db, id, token);
  const decided = await decide(db, id, { status: 'cancelled' }, 'asker', now);
  if (decided.outcome === 'changed') return decided.booking;
  const booking = await readBooking(db, id, token);
  if (booking.status === 'cancelled') return booking;
  const { status } = booking;
  throw new ApiError('conflict', `A request that is ${status} cannot be cancelled.`, { field: 'status', status });
}

/** For who holds a task of it; whether it is cancelled now. */
export async function cancelFor(db: Db, id: string, now: number): Promise<boolean> {
  const decided = await decide(db, id, { status: 'cancelled' }, 'asker', now);
  return decided.outcome === 'changed' || (await findBooking(db, id))?.status === 'cancelled';
}
