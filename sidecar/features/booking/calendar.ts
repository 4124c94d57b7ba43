// Renders appointments as iCalendar (RFC 5545): one for the requester, all of them for the creator.
import ical, { ICalEventStatus } from 'ical-generator';
import { type StoredBooking, hasAppointment } from '#domain/booking/booking.ts';
import { hourMs } from '#domain/instants.ts';
import type { PublicFacts } from '#domain/room.ts';
import { removeInvisible } from '#domain/text/invisible.ts';

/** Length of an appointment without an end. */
export const defaultLengthMs = hourMs;

export interface Appointment extends Pick<StoredBooking, 'id' | 'showName' | 'showUrl' | 'reply' | 'updatedAt'> {
  startsAt: number;
  endsAt: number | null;
}

/** Renders a calendar in UTC without control characters, which TEXT cannot contain (§3.3.11). */
export function renderCalendar(appointments: Appointment[], creatorName: string, host: string): string {
  const calendar = ical({ prodId: { company: 'Greenroom', product: 'Booking', language: 'EN' } });
  for (const { id, showName, showUrl, reply, startsAt, endsAt, updatedAt } of appointments) {
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: new Date(updatedAt),
      start: new Date(startsAt),
      end: new Date(endsAt ?? startsAt + defaultLengthMs),
      summary: removeInvisible(`${showName}, with ${creatorName}`),
      status: ICalEventStatus.CONFIRMED,
      ...(reply && { description: removeInvisible(reply) }),
      ...(showUrl && { url: showUrl }),
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** Renders one booking. Returns undefined if there is no appointment yet. */
export const renderBookingCalendar = ({ baseUrl, creator }: PublicFacts, booking: StoredBooking): string | undefined =>
  hasAppointment(booking)
    ? renderCalendar([{ ...booking, startsAt: booking.startsAt! }], creator.name, new URL(baseUrl).hostname)
    : undefined;
