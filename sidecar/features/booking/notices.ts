// Notices about bookings: to the creator about requests and replies, to the requester about decisions.
import { type StoredBooking, hasAppointment, readOfferedTimes, statusUrl } from '#domain/booking/booking.ts';
import { zoneLabel } from '#domain/booking/zones.ts';
import { consolePath } from '#domain/live-pages.ts';
import type { PublicFacts } from '#domain/room.ts';
import { asSentence } from '#domain/text/sentence.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { queueNotice, queueRequesterMail } from '../../storage/notices.ts';
import type { Tx } from '../../storage/store.ts';
import { canSendReceipt, defaultMailsPerDay } from './receipts.ts';

const maxTextLength = 2000;
const consolePathOfBooking = (id: string): string => `${consolePath}/bookings/${id}`;

export const notifyOfRequest = (
  tx: Tx,
  { id, showName, kind, timeframe, message }: StoredBooking,
  now: number,
): Promise<void> => {
  const text = [kind, timeframe, message].filter(Boolean).join('\n');
  const title = `Booking request: ${strangerText(showName, 100)}`;
  return queueNotice(
    tx,
    { event: 'booking', title, text: strangerText(text, maxTextLength), path: consolePathOfBooking(id) },
    now,
  );
};

export const notifyOfReply = (tx: Tx, { id, showName, status, answer }: StoredBooking, now: number): Promise<void> => {
  const title = `${strangerText(showName, 100)}: ${status}`;
  return queueNotice(
    tx,
    { event: 'reply', title, text: strangerText(answer ?? '', maxTextLength), path: consolePathOfBooking(id) },
    now,
  );
};

function formatTime(zone: string, at: number): string {
  const shape = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
  return `${shape.format(at)} (${zoneLabel(zone, at)})`;
}

const decisionTitles: Partial<Record<StoredBooking['status'], string>> = {
  needs_info: 'A question about your booking request',
  proposed: 'Proposed times for your booking',
  confirmed: 'Your booking is confirmed',
  declined: 'Your booking request was declined',
  cancelled: 'Your booking was cancelled',
};

/**
 * Mails a decision to the requester. Only the first mail links to the request's page, since its token is not stored.
 */
export async function notifyRequester(tx: Tx, booking: StoredBooking, now: number): Promise<void> {
  const { contactEmail, status, reply, startsAt, timeZone } = booking;
  const title = decisionTitles[status];
  if (!contactEmail || !title) return;
  const times = hasAppointment(booking) ? [startsAt!] : readOfferedTimes(booking).map((offer) => offer.startsAt);
  const lines = times.map((at) => formatTime(timeZone ?? 'UTC', at));
  const last = 'Reply on the page of your request. You find the link in our first mail.';
  await queueRequesterMail(
    tx,
    { to: contactEmail, title, text: [reply, lines.join('\n'), last].filter(Boolean).join('\n\n') },
    now,
  );
}

/** Mails a receipt. It repeats nothing that the requester wrote, since the address may be somebody else's. */
export async function mailReceipt(
  tx: Tx,
  { baseUrl, creator }: PublicFacts,
  { id, token, to, network = '' }: { id: string; token: string; to: string | undefined; network?: string },
  now: number,
  perDay = defaultMailsPerDay,
): Promise<void> {
  if (!to || !(await canSendReceipt(tx, { to, network }, perDay, now))) return;
  const text = [
    `${asSentence(`Your request is with ${creator.name}`)} You get the answer by mail and on this page:`,
    statusUrl(baseUrl, id, token),
    'Anyone with this link can read, answer and cancel the request. If you did not send a request, ignore this mail.',
  ].join('\n\n');
  await queueRequesterMail(tx, { to, network, title: `Your booking request to ${creator.publication}`, text }, now);
}
