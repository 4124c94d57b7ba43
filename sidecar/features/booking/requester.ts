// What the requester can do with the token: read the request, answer, and cancel it.
import { ApiError } from '#contract/errors.ts';
import type { BookingAnswer } from '#contract/schemas/booking.ts';
import { type StoredBooking, readOfferedTimes } from '#domain/booking/booking.ts';
import type { Static } from 'typebox';
import type { Db } from '../../storage/store.ts';
import { notifyOfReply } from './notices.ts';
import { findBookingByToken, changeBooking, findBooking, confirmOffer } from './bookings.ts';
import { withFreeOffers } from './availability.ts';

/** A wrong token gets the same response as a wrong id. */
export async function readBooking(db: Db, id: string, token: string): Promise<StoredBooking> {
  const booking = await findBookingByToken(db, id, token);
  if (!booking)
    throw new ApiError('not_found', 'No booking request is at this address. Use statusUrl as it was given.');
  return withFreeOffers(db, booking);
}

/** What is cancelled already stays so. */
export async function cancelBooking(db: Db, id: string, token: string, now: number): Promise<StoredBooking> {
  await readBooking(db, id, token);
  const decided = await changeBooking(db, id, { status: 'cancelled' }, 'asker', now);
  if (decided.outcome === 'changed') return decided.booking;
  const booking = await readBooking(db, id, token);
  if (booking.status === 'cancelled') return booking;
  const { status } = booking;
  throw new ApiError('conflict', `A request that is ${status} cannot be cancelled.`, { field: 'status', status });
}

/** For who holds a task of it; whether it is cancelled now. */
export async function cancelBookingById(db: Db, id: string, now: number): Promise<boolean> {
  const decided = await changeBooking(db, id, { status: 'cancelled' }, 'asker', now);
  return decided.outcome === 'changed' || (await findBooking(db, id))?.status === 'cancelled';
}

/** Keeps the message, or confirms one of the times that are offered at this moment. */
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
  const offer = readOfferedTimes(booking).find((one) => one.startsAt === at);
  if (offer && at <= now)
    throw new ApiError('conflict', 'That time is past. Answer with a message to ask for another.', {
      field: 'startsAt',
    });
  const decided = offer && (await confirmOffer(db, id, offer, now));
  if (decided?.outcome === 'changed') return decided.booking;
  const current = await readBooking(db, id, token);
  // Sent twice.
  if (current.status === 'confirmed' && current.startsAt === at) return current;
  throw new ApiError('conflict', 'That time is not offered any more. Read statusUrl again.', { field: 'startsAt' });
}

const closedStatuses = ['declined', 'cancelled', 'completed'];

async function storeAnswer(db: Db, booking: StoredBooking, answer: string, now: number): Promise<void> {
  const { id, status } = booking;
  if (closedStatuses.includes(status))
    throw new ApiError('conflict', `A request that is ${status} takes no answer.`, { field: 'status', status });
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('bookings').set({ answer, updatedAt: now }).where('id', '=', id).execute();
    const row = { at: now, who: 'asker', action: 'booking.answered', subject: id, detail: answer };
    await tx.insertInto('audit').values(row).execute();
    await notifyOfReply(tx, { ...booking, answer }, now);
  });
}
