// The appointment of a confirmed booking as iCalendar (RFC 5545).
import ical, { ICalEventStatus } from 'ical-generator';
import { type Booking, hasAppointment } from '#domain/booking/booking.ts';
import { hourMs } from '#domain/instants.ts';
import type { PublicFacts } from '#domain/room.ts';
import { withoutUnseen } from '#domain/text/unseen.ts';

const usualLengthMs = hourMs;

export interface Appointment extends Pick<Booking, 'id' | 'showName' | 'showUrl' | 'reply' | 'updatedAt'> {
  startsAt: number;
  endsAt: number | null;
}

/** The same booking gives the same bytes. Control characters have no place in a TEXT value (§3.3.11). */
export function calendarOf(appointment: Appointment, creatorName: string, host: string): string {
  const { id, showName, showUrl, reply, startsAt, endsAt, updatedAt } = appointment;
  const calendar = ical({ prodId: { company: 'Greenroom', product: 'Booking', language: 'EN' } });
  calendar.createEvent({
    id: `${id}@${host}`,
    stamp: new Date(updatedAt),
    start: new Date(startsAt),
    end: new Date(endsAt ?? startsAt + usualLengthMs),
    summary: withoutUnseen(`${showName}, with ${creatorName}`),
    status: ICalEventStatus.CONFIRMED,
    ...(reply && { description: withoutUnseen(reply) }),
    ...(showUrl && { url: showUrl }),
  });
  return `${calendar.toString()}\r\n`;
}

/** Undefined until there is an appointment. */
export const calendarIn = ({ baseUrl, creator }: PublicFacts, booking: Booking): string | undefined =>
  hasAppointment(booking)
    ? calendarOf({ ...booking, startsAt: booking.startsAt! }, creator.name, new URL(baseUrl).hostname)
    : undefined;
