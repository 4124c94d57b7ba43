// The page of one booking request.
import { ApiError } from '#contract/errors.ts';
import { type BookingStatus, maxProposedTimes } from '#contract/schemas/booking.ts';
import { RoomSettings } from '#contract/schemas/content-files.ts';
import { hasAppointment, nextStatuses, readOfferedTimes, readProposedTimes } from '#domain/booking/booking.ts';
import { strangerLink, strangerText } from '#domain/text/stranger-text.ts';
import { findBooking } from '../../bookings.ts';
import { readContentFile } from '#sidecar/console/content/content-file.ts';
import { readDecisions } from '#sidecar/console/audit/page.ts';
import type { BookingAnswerDraft, BookingModel } from '../bookings/model.ts';
import { bookingRow } from '../bookings/page.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

/** Labels of the statuses that the form can set. */
const moveLabels: Record<BookingStatus, ConsoleMessage> = {
  received: 'New',
  needs_info: 'Ask a question',
  proposed: 'Propose times',
  confirmed: 'Confirm',
  declined: 'Decline',
  cancelled: 'Cancel booking',
  completed: 'Mark as completed',
};

const createEmptyDraft = (zone: string): BookingAnswerDraft => ({
  status: '',
  reply: '',
  zone,
  times: Array.from({ length: maxProposedTimes }, () => ({ starts: '', ends: '' })),
});

export const readTemplates = async ({ desk }: Pick<ConsoleDeps, 'desk'>) =>
  (await readContentFile(desk, 'settings.json', RoomSettings)).value?.replyTemplates ?? [];

const historyLimit = 50;
const maxMessageLength = 5000;

/** Throws not_found if there is no such request. */
export async function loadBookingModel(
  deps: Pick<ConsoleDeps, 'store' | 'live' | 'desk'>,
  id: string,
  answer?: BookingAnswerDraft,
): Promise<BookingModel> {
  const { store, live } = deps;
  const booking = await findBooking(store.db, id);
  if (!booking) throw new ApiError('not_found', 'This booking request does not exist.');
  const { showUrl, message } = booking;
  const zone = live().facts.creator.timeZone ?? 'UTC';
  const show = showUrl && strangerLink(showUrl);
  return {
    booking: {
      ...booking,
      ...bookingRow(booking),
      message: message && strangerText(message, maxMessageLength),
      answer: booking.answer ? strangerText(booking.answer, maxMessageLength) : null,
      contactName: booking.contactName ? strangerText(booking.contactName, 200) : null,
      contactEmail: booking.contactEmail ? strangerText(booking.contactEmail, 254) : null,
    },
    requestedTimes: readProposedTimes(booking),
    offers: readOfferedTimes(booking),
    zone,
    templates: (await readTemplates(deps)).map(({ label }) => ({ label })),
    ...(show && { show }),
    moves: nextStatuses(booking.status).map((status) => ({
      status,
      label: status === booking.status ? 'Move to another time' : moveLabels[status],
    })),
    answer: answer ?? createEmptyDraft(zone),
    hasCalendar: hasAppointment(booking),
    history: await readDecisions(store.db, { subject: id, limit: historyLimit }),
  };
}

export const loadBookingPage: LoadPage<BookingModel> = (deps, { params }) => loadBookingModel(deps, params.id!);
