// Operations of a requester, who holds the token: read the request, answer it and cancel it.
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { BookingAnswer } from '#contract/schemas/booking.ts';
import { type StoredBooking, decideAnswer, requesterActions, toSingleLine } from '#domain/booking/booking.ts';
import type { Db } from '../../storage/store.ts';
import { notifyOfReply } from './notices.ts';
import {
  findBookingByToken,
  changeBooking,
  checkTimes,
  findBooking,
  confirmOffer,
  serializeTimes,
} from './bookings.ts';
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

/** Reads a booking without its token, for a client that has proved its identity in another way. */
export async function findRequestedBooking(db: Db, id: string): Promise<StoredBooking | undefined> {
  const booking = await findBooking(db, id);
  return booking && withFreeOffers(db, booking);
}

const withActions = (booking: StoredBooking, details: ErrorDetails): ErrorDetails => ({
  ...details,
  status: booking.status,
  actions: requesterActions(booking),
});

/** Cancels a booking. Succeeds if it is cancelled already. */
export async function cancelBooking(db: Db, booking: StoredBooking, now: number): Promise<StoredBooking> {
  const result = await changeBooking(db, booking.id, { status: 'cancelled' }, 'asker', now);
  if (result.outcome === 'changed') return result.booking;
  const current = (await findRequestedBooking(db, booking.id)) ?? booking;
  if (current.status === 'cancelled') return current;
  const details = withActions(current, { field: 'status' });
  throw new ApiError('conflict', `The request is ${current.status}, so it cannot be cancelled.`, details);
}

/**
 * Carries out an answer of the requester: accepts an offered time, or changes the request. This is the only way for
 * all protocols. Throws an ApiError if nothing was changed.
 */
export async function answerBooking(
  db: Db,
  booking: StoredBooking,
  answer: BookingAnswer,
  now: number,
): Promise<StoredBooking> {
  checkTimes(answer, now);
  const decision = decideAnswer(booking, answer, now);
  if (decision.outcome === 'repeated') return booking;
  if (decision.outcome === 'refuse')
    throw new ApiError(decision.kind, decision.problem, withActions(booking, { field: decision.field }));
  if (decision.outcome === 'change') return storeAnswer(db, booking, answer, now);
  const message = answer.message?.trim();
  const result = await confirmOffer(db, booking.id, { ...decision.offer, ...(message && { answer: message }) }, now);
  if (result.outcome === 'changed') return result.booking;
  const current = (await findRequestedBooking(db, booking.id)) ?? booking;
  // The same answer was sent twice at the same time.
  if (current.status === 'confirmed' && current.startsAt === decision.offer.startsAt) return current;
  throw new ApiError(
    'conflict',
    'That time is no longer available. Read statusUrl again for the times on offer.',
    withActions(current, { field: 'startsAt' }),
  );
}

const describeAnswer = ({ message, timeframe, proposedTimes = [], timeZone }: BookingAnswer): string =>
  [message?.trim(), timeframe, proposedTimes.join(', '), timeZone].filter(Boolean).join('\n');

async function storeAnswer(
  db: Db,
  { id, status }: StoredBooking,
  answer: BookingAnswer,
  now: number,
): Promise<StoredBooking> {
  const { message, timeframe, proposedTimes, timeZone } = answer;
  const change = {
    ...(message !== undefined && { answer: message.trim() }),
    ...(timeframe && { timeframe: toSingleLine(timeframe) }),
    ...(proposedTimes && { proposedTimes: serializeTimes(proposedTimes) }),
    ...(timeZone && { timeZone }),
    updatedAt: now,
  };
  await db.transaction().execute(async (tx) => {
    const update = tx.updateTable('bookings').set(change).where('id', '=', id).where('status', '=', status);
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new ApiError('conflict', 'The request has just changed. Read statusUrl and answer again.', {
        field: 'status',
      });
    const detail = describeAnswer(answer);
    await tx
      .insertInto('audit')
      .values({ at: now, who: 'asker', action: 'booking.answered', subject: id, detail })
      .execute();
    const current = await findBooking(tx, id);
    await notifyOfReply(tx, { ...current!, answer: detail }, now);
  });
  return (await findRequestedBooking(db, id))!;
}
