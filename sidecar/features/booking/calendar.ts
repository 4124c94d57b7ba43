// Appointments as iCalendar (RFC 5545): one appointment for the requester, all of them for the creator.
import ical, { ICalEventStatus } from 'ical-generator';
import { type StoredBooking, hasAppointment } from '#domain/booking/booking.ts';
import {
  instantOfLocalTime,
  isTimeZone,
  localTime,
  utcOffsetMs,
  formatOffset,
  canonicalZone,
} from '#domain/booking/zones.ts';
import { dayMs, hourMs } from '#domain/instants.ts';
import type { PublicFacts } from '#domain/room.ts';
import { removeInvisible } from '#domain/text/invisible.ts';

/** Where a booking says no end. */
export const defaultLengthMs = hourMs;

export interface Appointment extends Pick<StoredBooking, 'id' | 'showName' | 'showUrl' | 'reply' | 'updatedAt'> {
  startsAt: number;
  endsAt: number | null;
}

const icalTime = (zone: string, at: number): string => localTime(zone, at).replace(/[-:]/g, '');
const icalOffset = (ms: number): string => formatOffset(ms).replace(':', '');

/** Each change of the clocks within a year of the times by itself (§3.6.5), as Intl knows them. */
function renderTimeZone(zone: string, times: number[]): string[] {
  const [from, to] = [Math.min(...times) - 366 * dayMs, Math.max(...times) + 366 * dayMs];
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`];
  const observe = (kind: string, at: number, before: number, after: number) =>
    lines.push(
      `BEGIN:${kind}`,
      // In the clocks of before the change.
      `DTSTART:${icalTime('UTC', at + before)}`,
      `TZOFFSETFROM:${icalOffset(before)}`,
      `TZOFFSETTO:${icalOffset(after)}`,
      `END:${kind}`,
    );
  let known = utcOffsetMs(zone, from);
  observe('STANDARD', from, known, known);
  // Clocks change at most once a day, at whole quarters of an hour.
  for (let day = from - (from % dayMs); day < to; day += dayMs) {
    const after = utcOffsetMs(zone, day + dayMs);
    if (after === known) continue;
    let at = day;
    while (utcOffsetMs(zone, at) === known) at += hourMs / 4;
    observe(after > known ? 'DAYLIGHT' : 'STANDARD', at, known, after);
    known = after;
  }
  return [...lines, 'END:VTIMEZONE'];
}

/** The same bookings give the same bytes. Control characters have no place in a TEXT value (§3.3.11). */
export function renderCalendar(appointments: Appointment[], creatorName: string, host: string, given = 'UTC'): string {
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
  const text = `${calendar.toString()}\r\n`;
  const zone = isTimeZone(given) ? canonicalZone(given) : 'UTC';
  return zone === 'UTC' || appointments.length === 0 ? text : withTimeZone(text, zone, appointments);
}

/** Of `20260501T100000Z`. */
const parseIcalTime = (plain: string): number =>
  Date.parse(plain.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** In the hour that comes twice, a local time is the first of the two (§3.3.5); UTC says which. */
const isUnambiguous = (zone: string, at: number): boolean => instantOfLocalTime(zone, localTime(zone, at)) === at;

function withTimeZone(text: string, zone: string, appointments: Appointment[]): string {
  const lines = renderTimeZone(
    zone,
    appointments.map(({ startsAt }) => startsAt),
  );
  const local = (name: string, at: number) => `${name};TZID=${zone}:${icalTime(zone, at)}\r`;
  return text
    .replace(/^DTSTART:(\w+)\r\nDTEND:(\w+)\r$/gm, (inUtc, ...[starts = '', ends = '']: string[]) => {
      const [startsAt, endsAt] = [parseIcalTime(starts), parseIcalTime(ends)];
      const isClear = isUnambiguous(zone, startsAt) && isUnambiguous(zone, endsAt);
      return isClear ? `${local('DTSTART', startsAt)}\n${local('DTEND', endsAt)}` : inUtc;
    })
    .replace('BEGIN:VEVENT', `${lines.join('\r\n')}\r\nBEGIN:VEVENT`);
}

/** In the requester's zone, or else the creator's. Undefined until there is an appointment. */
export const renderBookingCalendar = ({ baseUrl, creator }: PublicFacts, booking: StoredBooking): string | undefined =>
  hasAppointment(booking)
    ? renderCalendar(
        [{ ...booking, startsAt: booking.startsAt! }],
        creator.name,
        new URL(baseUrl).hostname,
        booking.timeZone ?? creator.timeZone,
      )
    : undefined;
