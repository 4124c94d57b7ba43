// The list of booking requests.
import { bookingStatuses } from '#contract/schemas/booking.ts';
import type { StoredBooking } from '#domain/booking/booking.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { bookingLabels, type BookingsModel } from './model.ts';
import {
  queryChoice,
  createNumberedPager,
  queryPage,
  pageSize,
  queryText,
  withQuery,
} from '#sidecar/console/listing.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import { countBookings, listBookings } from '../../bookings.ts';

const path = '/bookings';

export const loadBookingsPage: LoadPage<BookingsModel> = async ({ store: { db } }, request) => {
  const status = queryChoice(request, 'status', bookingStatuses);
  const words = queryText(request, 'words')?.trim() || undefined;
  const page = queryPage(request);
  const window = { limit: pageSize + 1, offset: (page - 1) * pageSize };
  const { bookings } = await listBookings(db, { status, words: words?.split(/\s+/), ...window });
  const counts = await countBookings(db);
  const all = { label: 'All' as const, path: withQuery(path, { status: '', words }), isHere: status === undefined };
  const tabs = bookingStatuses.map((tabStatus) => ({
    label: bookingLabels[tabStatus],
    path: withQuery(path, { status: tabStatus, words }),
    isHere: tabStatus === status,
    count: counts[tabStatus] ?? 0,
  }));
  return {
    ...(status && { status }),
    words: words ?? '',
    tabs: [all, ...tabs],
    rows: bookings.slice(0, pageSize).map(bookingRow),
    pager: createNumberedPager(path, { status, words }, page, bookings.length > pageSize),
  };
};

const maxNameLength = 100;

export const bookingRow = ({ id, status, showName, source, timeframe, startsAt, createdAt }: StoredBooking) => ({
  id,
  status,
  showName: strangerText(showName, maxNameLength),
  source,
  timeframe: timeframe && strangerText(timeframe, maxNameLength),
  startsAt,
  createdAt,
});
