// The calendar file of an appointment, the same as the requester's.
import { ApiError } from '#contract/errors.ts';
import { findBooking } from '../../bookings.ts';
import { renderBookingCalendar } from '../../calendar.ts';
import type { LoadDownload } from '#sidecar/console/page.ts';

export const bookingCalendar: LoadDownload = async ({ store, live }, { params }) => {
  const booking = await findBooking(store.db, params.id!);
  const text = booking && renderBookingCalendar(live().facts, booking);
  if (text === undefined) throw new ApiError('not_found', 'There is no calendar entry yet. Confirm the booking first.');
  return { name: 'booking.ics', type: 'text/calendar; charset=utf-8', text };
};
