// The list of booking requests.
import { bookingStatuses } from '#contract/schemas/booking.ts';
import type { Booking } from '#domain/booking/booking.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { bookingLabels, type BookingsModel } from './model.ts';
import { choiceOf, numberedPager, pageOf, pageSize, withQuery } from '../listing.ts';
import type { Page } from '../page.ts';
import { countBookings, listBookings } from '../../booking/bookings.ts';

const path = '/bookings';

export const bookingsPage: Page<BookingsModel> = async ({ store: { db } }, asked) => {
  const status = choiceOf(asked, 'status', bookingStatuses);
  const page = pageOf(asked);
  const window = { limit: pageSize + 1, offset: (page - 1) * pageSize };
  const { bookings: found } = await listBookings(db, { status, ...window });
  const counts = await countBookings(db);
  const all = { label: 'All' as const, path, isHere: status === undefined };
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
