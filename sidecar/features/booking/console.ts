// Booking requests in the console.
import { hasAppointment } from '#domain/booking/booking.ts';
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { countedNotice, successNotice, problemNotice, unlessNone } from '../../console/notices.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import { hitExcerpt, hitTitle, type SearchKind } from '../../console/search/hits.ts';
import type { PageSection, SectionLine } from '../../console/ui/section.ts';
import type { ConsoleTranslate } from '../../console/messages/messages.ts';
import { countBookings, listBookings, findBooking } from './bookings.ts';
import { renderCalendar, renderBookingCalendar } from './calendar.ts';
import { answerBookingAction } from './console/booking/actions.ts';
import { loadBookingPage } from './console/booking/page.ts';
import { declineBookings } from './console/bookings/actions.ts';
import { bookingLabels, type BookingRow, bookingTones } from './console/bookings/model.ts';
import { bookingRow, loadBookingsPage } from './console/bookings/page.ts';
import { isLimitReached } from './receipts.ts';
import { ApiError } from '#contract/errors.ts';
import type { LoadDownload } from '#sidecar/console/page.ts';

const downloadBookingCalendar: LoadDownload = async ({ store, live }, { params }) => {
  const booking = await findBooking(store.db, params.id!);
  const text = booking && renderBookingCalendar(live().facts, booking);
  if (text === undefined) throw new ApiError('not_found', 'There is no calendar entry yet. Confirm the booking first.');
  return { name: 'booking.ics', type: 'text/calendar; charset=utf-8', text };
};

const unanswered = '/bookings?status=received';
const maxOnToday = 5;
const maxAppointments = 1000;

const countUnanswered = async ({ store: { db } }: ConsoleDeps): Promise<number> =>
  (await countBookings(db)).received ?? 0;

const toSectionLine = (
  { id, status, showName, source, timeframe, startsAt, createdAt }: BookingRow,
  t: ConsoleTranslate,
): SectionLine => ({
  title: showName,
  href: `${consolePath}/bookings/${id}`,
  state: { label: t(bookingLabels[status]), tone: bookingTones[status] },
  facts: [
    { at: createdAt, text: t('requested {when}') },
    ...(source === 'agent' ? [{ text: t('by an agent') }] : []),
    ...(startsAt !== null
      ? [{ at: startsAt, text: t('begins {when}') }]
      : timeframe
        ? [{ text: t('preferred: {when}'), values: { when: timeframe } }]
        : []),
  ],
});

async function listTodaySections(deps: ConsoleDeps, t: ConsoleTranslate): Promise<PageSection[]> {
  const { store, now } = deps;
  const { bookings, total } = await listBookings(store.db, { status: 'received', limit: maxOnToday });
  const sections: PageSection[] = [];
  if (await isLimitReached(store.db, now())) {
    const text = t(
      'Booking requests still arrive, and requesters see the link to their request in the browser. To send more mails, raise the setting VISITOR_MAILS_PER_DAY.',
    );
    sections.push({ id: 'mails', title: t('No more receipts by mail today'), order: 20, paragraphs: [{ text }] });
  }
  if (bookings.length > 0) {
    const more = { label: t('All {count}', { count: total }), href: consolePath + unanswered };
    sections.push({
      id: 'bookings',
      title: t('New booking requests'),
      order: 60,
      lines: bookings.map((booking) => toSectionLine(bookingRow(booking), t)),
      ...(total > bookings.length && { more }),
    });
  }
  return sections;
}

async function readCalendar({ store, live }: ConsoleDeps): Promise<string> {
  const { creator, baseUrl } = live().facts;
  const { bookings } = await listBookings(store.db, { status: 'confirmed', limit: maxAppointments });
  const appointments = bookings.filter(hasAppointment).map((booking) => ({ ...booking, startsAt: booking.startsAt! }));
  return renderCalendar(appointments, creator.name, new URL(baseUrl).hostname, creator.timeZone);
}

const findBookings: SearchKind['find'] = async ({ store: { db } }, words, window) => {
  const bookingPage = await listBookings(db, { words, ...window });
  const hits = bookingPage.bookings.map(({ id, showName, status, contactName, message, createdAt }) => ({
    title: hitTitle(showName),
    href: `${consolePath}/bookings/${id}`,
    state: { label: bookingLabels[status], tone: bookingTones[status] },
    ...hitExcerpt(contactName, message),
    at: Number(createdAt),
  }));
  return { hits, total: bookingPage.total };
};

export const bookingConsole: ConsoleContribution = {
  pages: [
    {
      view: 'bookings',
      section: {
        group: 'Requests',
        label: 'Bookings',
        order: 30,
        waiting: {
          count: countUnanswered,
          one: 'booking request is unanswered',
          many: 'booking requests are unanswered',
          path: unanswered,
        },
      },
      pages: { '/bookings': loadBookingsPage },
      actions: { '/bookings': declineBookings },
      filters: ['status', 'words'],
    },
    {
      view: 'booking',
      pages: { '/bookings/:id': loadBookingPage },
      actions: { '/bookings/:id': answerBookingAction },
      restores: ['/bookings/:id'],
      files: { '/bookings/:id/booking.ics': downloadBookingCalendar },
    },
  ],
  sections: { today: listTodaySections },
  searchKinds: [{ name: 'bookings', label: 'Bookings', order: 20, find: findBookings }],
  privateFeeds: [
    {
      name: 'bookings.ics',
      label: 'Confirmed bookings (calendar)',
      type: 'text/calendar; charset=utf-8',
      read: readCalendar,
    },
  ],
  notices: {
    bookingAnswered: successNotice('Answer sent. The requester sees it on the page of their request.'),
    bookingsDeclined: unlessNone(
      countedNotice('One request was declined without a mail.', '{count} requests were declined without a mail.'),
      problemNotice('Select the requests to decline.'),
    ),
  },
};
