// The appointment as the asker gets it.
import { ApiError } from '#contract/errors.ts';
import type { File } from '../page.ts';

export const bookingCalendar: File = async ({ bookings }, { params }) => {
  const booking = await bookings.find(params.id!);
  const text = booking && bookings.calendar(booking);
  if (text === undefined) throw new ApiError('not_found', 'There is a calendar entry once a booking is confirmed.');
  return { name: 'booking.ics', type: 'text/calendar; charset=utf-8', text };
};
