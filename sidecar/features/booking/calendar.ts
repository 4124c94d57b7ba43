// Renders appointments as iCalendar (RFC 5545): one for the requester, all of them for the creator.
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

/** Length of an appointment without an end. */
export const defaultLengthMs = hourMs;

export interface Appointment extends Pick<StoredBooking, 'id' | 'showName' | 'showUrl' | 'reply' | 'updatedAt'> {
  startsAt: number;
  endsAt: number | null;
}

const icalTime = (zone: string, at: number): string => localTime(zone, at).replace(/[-:]/g, '');
const icalOffset = (ms: number): string => formatOffset(ms).replace(':', '');

/** Renders a VTIMEZONE with each change of the clocks within a year of the times (§3.6.5), from the data of Intl. */
function renderTimeZone(zone: string, times: number[]): string[] {
  const from = Math.min(...times) - 366 * dayMs;
  const to = Math.max(...times) + 366 * dayMs;
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`];
  const addObservance = (kind: string, at: number, before: number, after: number) =>
    lines.push(
      `BEGIN:${kind}`,
      // RFC 5545 wants the local time before the change.
      `DTSTART:${icalTime('UTC', at + before)}`,
      `TZOFFSETFROM:${icalOffset(before)}`,
      `TZOFFSETTO:${icalOffset(after)}`,
      `END:${kind}`,
    );
  let offset = utcOffsetMs(zone, from);
  addObservance('STANDARD', from, offset, offset);
  // Clocks change at most once a day, at whole quarters of an hour.
  for (let day = from - (from % dayMs); day < to; day += dayMs) {
    const after = utcOffsetMs(zone, day + dayMs);
    if (after === offset) continue;
    let at = day;
    while (utcOffsetMs(zone, at) === offset) at += hourMs / 4;
    addObservance(after > offset ? 'DAYLIGHT' : 'STANDARD', at, offset, after);
    offset = after;
  }
  return [...lines, 'END:VTIMEZONE'];
}

/**
 * Renders a calendar; the same bookings give the same bytes. Removes control characters, which TEXT cannot contain
 * (§3.3.11).
 */
export function renderCalendar(
  appointments: Appointment[],
  creatorName: string,
  host: string,
  zoneName = 'UTC',
): string {
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
  const zone = isTimeZone(zoneName) ? canonicalZone(zoneName) : 'UTC';
  return zone === 'UTC' || appointments.length === 0 ? text : withTimeZone(text, zone, appointments);
}

/** Parses a time such as `20260501T100000Z` into milliseconds. */
const parseIcalTime = (plain: string): number =>
  Date.parse(plain.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Returns false for the second of two equal local times when clocks go back: a local time means the first one (§3.3.5).
 */
const isUnambiguous = (zone: string, at: number): boolean => instantOfLocalTime(zone, localTime(zone, at)) === at;

function withTimeZone(text: string, zone: string, appointments: Appointment[]): string {
  const lines = renderTimeZone(
    zone,
    appointments.map(({ startsAt }) => startsAt),
  );
  const local = (name: string, at: number) => `${name};TZID=${zone}:${icalTime(zone, at)}\r`;
  return text
    .replace(/^DTSTART:(\w+)\r\nDTEND:(\w+)\r$/gm, (inUtc, ...[starts = '', ends = '']: string[]) => {
      const startsAt = parseIcalTime(starts);
      const endsAt = parseIcalTime(ends);
      const isClear = isUnambiguous(zone, startsAt) && isUnambiguous(zone, endsAt);
      return isClear ? `${local('DTSTART', startsAt)}\n${local('DTEND', endsAt)}` : inUtc;
    })
    .replace('BEGIN:VEVENT', `${lines.join('\r\n')}\r\nBEGIN:VEVENT`);
}

/**
 * Renders one booking in the time zone of the requester, or of the creator. Returns undefined if there is no
 * appointment yet.
 */
export const renderBookingCalendar = ({ baseUrl, creator }: PublicFacts, booking: StoredBooking): string | undefined =>
  hasAppointment(booking)
    ? renderCalendar(
        [{ ...booking, startsAt: booking.startsAt! }],
        creator.name,
        new URL(baseUrl).hostname,
        booking.timeZone ?? creator.timeZone,
      )
    : undefined;
