// Every file that the console gives besides its pages: its address below /console and what it holds.
import { bookingCalendar } from './bookings/calendar.ts';
import type { File } from './page.ts';

export const files: Record<string, File> = {
  '/bookings/:id/booking.ics': bookingCalendar,
};
