// The list of booking requests, and one with all that was asked and what may be answered.
import { type BookingStatus, bookingStatuses } from '#contract/schemas/booking.ts';
import { ApiError } from '#contract/errors.ts';
import { type Booking, hasAppointment, nextStatuses } from '#domain/booking.ts';
import { type BookingAnswer, bookingLabels, type BookingModel, type BookingsModel } from '#domain/console/bookings.ts';
import { strangerLink, strangerText } from '#domain/stranger-text.ts';
import { readDecisions } from '../decisions.ts';
import { choiceOf, numberedPager, pageOf, pageSize, withQuery } from '../listing.ts';
import type { Page } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';

const path = '/bookings';

export const bookingsPage: Page = {
  model: async ({ bookings }, asked): Promise<BookingsModel> => {
    const status = choiceOf(asked, 'status', bookingStatuses);
    const page = pageOf(asked);
    const window = { limit: pageSize + 1, offset: (page - 1) * pageSize };
    const { bookings: found } = await bookings.list({ status, ...window });
    const counts = await bookings.counts();
    const all = { label: 'All', path, isHere: status === undefined };
    const tabs = bookingStatuses.map((one) => ({
      label: bookingLabels[one],
      path: withQuery(path, { status: one }),
      isHere: one === status,
      count: counts[one] ?? 0,
    }));
    return {
      tabs: [all, ...tabs],
      rows: found.slice(0, pageSize).map(bookingRow),
      pager: numberedPager(path, { status }, page, found.length > pageSize),
    };
  },
};

const longestName = 100;

export const bookingRow = ({ id, status, showName, source, timeframe, startsAt, createdAt }: Booking) => ({
  id,
  status,
  showName: strangerText(showName, longestName),
  source,
  timeframe: timeframe && strangerText(timeframe, longestName),
  startsAt,
  createdAt,
});

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
  { bookings, store }: Pick<ConsoleParts, 'bookings' | 'store'>,
  id: string,
  answer = untouched,
): Promise<BookingModel> {
  const booking = await bookings.find(id);
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

export const bookingPage: Page = {
  template: '/booking',
  model: (parts, { params }) => bookingModel(parts, params.id!),
};
