// One booking request with all that was asked, and what may be answered.
import { ApiError } from '#contract/errors.ts';
import type { BookingStatus } from '#contract/schemas/booking.ts';
import { hasAppointment, nextStatuses } from '#domain/booking/booking.ts';
import { strangerLink, strangerText } from '#domain/text/stranger-text.ts';
import { findBooking } from '../../booking/bookings.ts';
import { readDecisions } from '../audit/page.ts';
import type { BookingAnswer, BookingModel } from '../bookings/model.ts';
import { bookingRow } from '../bookings/page.ts';
import type { Page } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';

/** What each move is called on the form. */
const moveLabels: Record<BookingStatus, string> = {
  received: '',
  needs_info: 'Ask for more',
  proposed: 'Propose a time',
  confirmed: 'Confirm',
  declined: 'Decline',
  cancelled: 'Cancel it',
  completed: 'It took place',
};

const untouched: BookingAnswer = { status: '', reply: '', starts: '', ends: '', offset: '+00:00' };

const historyLimit = 50;
const longestMessage = 5000;

/** Throws not_found when there is no such request. */
export async function bookingModel(
  { store }: Pick<ConsoleParts, 'store'>,
  id: string,
  answer = untouched,
): Promise<BookingModel> {
  const booking = await findBooking(store.db, id);
  if (!booking) throw new ApiError('not_found', 'There is no such booking request.');
  const { showUrl, message } = booking;
  const show = showUrl && strangerLink(showUrl);
  return {
    booking: { ...booking, ...bookingRow(booking), message: message && strangerText(message, longestMessage) },
    ...(show && { show }),
    moves: nextStatuses(booking.status).map((status) => ({ status, label: moveLabels[status] })),
    answer,
    hasCalendar: hasAppointment(booking),
    history: await readDecisions(store.db, { subject: id, limit: historyLimit }),
  };
}

export const bookingPage: Page<BookingModel> = (parts, { params }) => bookingModel(parts, params.id!);
