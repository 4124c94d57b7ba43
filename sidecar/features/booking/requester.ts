// Operations of a requester, who holds the token: read the request, answer it and cancel it.
import { ApiError } from '#contract/errors.ts';
import type { BookingAnswer } from '#contract/schemas/booking.ts';
import { type StoredBooking, readOfferedTimes } from '#domain/booking/booking.ts';
import type { Static } from 'typebox';
import type { Db } from '../../storage/store.ts';
import { notifyOfReply } from './notices.ts';
import { findBookingByToken, changeBooking, findBooking, confirmOffer } from './bookings.ts';
import { withFreeOffers } from './availability.ts';

/** Reads a booking. A wrong token gets the same response as a wrong id. */
export async function readBooking(db: Db, id: string, token: string): Promise<StoredBooking> {
  const booking = await findBookingByToken(db, id, token);
  if (!booking)
    throw new ApiError(
      'not_found',
      'There is no booking request at this address. Use statusUrl exactly as the response gave it.',
    );
  return withFreeOffers(db, booking);
}

/** Cancels a booking. Succeeds if it is cancelled already. */
export async function cancelBooking(db: Db, id: string, token: string, now: number): Promise<StoredBooking> {
  await readBooking(db, id, token);
  const result = await changeBooking(db, id, { status: 'cancelled' }, 'asker', now);
  if (result.outcome === 'changed') return result.booking;
  const booking = await readBooking(db, id, token);
  if (booking.status === 'cancelled') return booking;
  const { status } = booking;
  throw new ApiError('conflict', `The request is ${status}, so it cannot be cancelled.`, { field: 'status', status });
}

/** Cancels a booking without its token. Returns true if it is cancelled afterwards. */
export async function cancelBookingById(db: Db, id: string, now: number): Promise<boolean> {
  const result = await changeBooking(db, id, { status: 'cancelled' }, 'asker', now);
  return result.outcome === 'changed' || (await findBooking(db, id))?.status === 'cancelled';
}

/** Stores the message of the requester, and confirms a time if it is still offered. */
export async function answerBooking(
  db: Db,
  { id, token }: { id: string; token: string },
  { message, startsAt }: Static<typeof BookingAnswer>,
  now: number,
): Promise<StoredBooking> {
  const booking = await readBooking(db, id, token);
  if (message !== undefined) await storeAnswer(db, booking, message.trim(), now);
  if (startsAt === undefined) return readBooking(db, id, token);
  const at = Date.parse(startsAt);
  const offer = readOfferedTimes(booking).find((offered) => offered.startsAt === at);
  if (offer && at <= now)
    throw new ApiError('conflict', 'That time is in the past. Send a message to request another time.', {
      field: 'startsAt',
    });
  const result = offer && (await confirmOffer(db, id, offer, now));
  if (result?.outcome === 'changed') return result.booking;
  const current = await readBooking(db, id, token);
  // The same answer was sent twice.
  if (current.status === 'confirmed' && current.startsAt === at) return current;
  throw new ApiError('conflict', 'That time is no longer available. Read statusUrl again for the times on offer.', {
    field: 'startsAt',
  });
}

const closedStatuses = ['declined', 'cancelled', 'completed'];

async function storeAnswer(db: Db, booking: StoredBooking, answer: string, now: number): Promise<void> {
  const { id, status } = booking;
  if (closedStatuses.includes(status))
    throw new ApiError('conflict', `The request is ${status}, so it cannot be answered.`, { field: 'status', status });
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('bookings').set({ answer, updatedAt: now }).where('id', '=', id).execute();
    const row = { at: now, who: 'asker', action: 'booking.answered', subject: id, detail: answer };
    await tx.insertInto('audit').values(row).execute();
    await notifyOfReply(tx, { ...booking, answer }, now);
  });
}
