// Reads iCalendar (RFC 5545) with ical.js: one item for each event, and for each occurrence of a repeated event.
import ICAL from 'ical.js';
import { isTimeZone } from '#domain/booking/zones.ts';
import { dayMs } from '#domain/instants.ts';
import { SourceError } from '#contract/source-problems.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { plainToHtml } from './values.ts';

/** Time before and after now for which occurrences of a repeated event are read. */
const windowMs = 366 * dayMs;
const maxEvents = 2000;
const maxOccurrences = 100;
/** Largest number of dates of one rule that are computed to reach the window. */
const maxDates = 5000;

export const isCalendar = (text: string): boolean => /^\s*BEGIN:VCALENDAR/i.test(text);

export function readCalendar(text: string, now: number): FeedDocument {
  const calendar = parseCalendar(text);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const components = calendar.getAllSubcomponents('vevent').slice(0, maxEvents);
  const changed = components.filter((component) => component.hasProperty('recurrence-id'));
  const events = components
    .filter((component) => !component.hasProperty('recurrence-id') && component.hasProperty('dtstart'))
    .map((component) => {
      const uid = component.getFirstPropertyValue('uid');
      const exceptions = changed.filter((other) => other.getFirstPropertyValue('uid') === uid);
      return new ICAL.Event(component, { exceptions });
    });
  const zone = calendar.getFirstPropertyValue('x-wr-timezone')?.toString();
  const items = events.flatMap((event) => readEvent(event, zone, now));
  ICAL.TimezoneService.reset();
  return {
    title: calendar.getFirstPropertyValue('x-wr-calname')?.toString(),
    items,
  };
}

function parseCalendar(text: string): ICAL.Component {
  try {
    return new ICAL.Component(ICAL.parse(text.trim()) as unknown[]);
  } catch (error) {
    throw new SourceError('calendar_damaged', { cause: (error as Error).message });
  }
}

function readEvent(event: ICAL.Event, zone: string | undefined, now: number): FeedItem[] {
  if (!event.isRecurring()) return [readOccurrence(event, zone, event.startDate, event.endDate, event.uid)];
  const items: FeedItem[] = [];
  const dates = event.iterator();
  for (let count = 0; count < maxDates && items.length < maxOccurrences; count += 1) {
    const date = dates.next() as ICAL.Time | undefined;
    if (!date || date.toUnixTime() * 1000 > now + windowMs) break;
    if (date.toUnixTime() * 1000 < now - windowMs) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(date);
    const isMoved = startDate.compare(date) !== 0;
    const occurrence = readOccurrence(item, zone, startDate, endDate, `${event.uid} ${date.toString()}`);
    if (isMoved) occurrence.event!.status ??= 'MOVED';
    items.push(occurrence);
  }
  return items;
}

function readOccurrence(
  event: ICAL.Event,
  calendarZone: string | undefined,
  start: ICAL.Time,
  end: ICAL.Time | null,
  guid: string,
): FeedItem {
  const text = (name: string): string | undefined =>
    event.component.getFirstPropertyValue(name)?.toString().trim() || undefined;
  const zone = event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? calendarZone;
  const organizer = event.component.getFirstProperty('organizer')?.getFirstParameter('cn');
  return {
    guid,
    link: text('url'),
    title: event.summary,
    html: plainToHtml(text('description')),
    updated: text('last-modified'),
    image: event.component
      .getAllProperties('attach')
      .concat(event.component.getAllProperties('image'))
      .find((property) => /^image\//i.test(property.getFirstParameter('fmttype') ?? ''))
      ?.getFirstValue()
      ?.toString(),
    categories: event.component.getAllProperties('categories').flatMap((property) => property.getValues().map(String)),
    enclosures: [],
    podcast: { transcripts: [], persons: [] },
    video: {},
    event: {
      start: writeTime(start, zone),
      ...(end && { end: writeTime(lastTime(start, end), zone) }),
      location: text('location'),
      organization: organizer || undefined,
      status: text('status'),
    },
  };
}

/** Returns the end of an event, or its last day, since DTEND of whole days is the day after (RFC 5545 §3.6.1). */
function lastTime(start: ICAL.Time, end: ICAL.Time): ICAL.Time {
  if (!end.isDate || end.compare(start) <= 0) return end;
  const last = end.clone();
  last.adjust(-1, 0, 0, 0);
  return last;
}

/**
 * Writes a time with its zone, so that its day is that of the place. A zone that only the calendar defines becomes UTC,
 * and a time without a zone is in that of the room.
 */
function writeTime(time: ICAL.Time, zone: string | undefined): string {
  if (time.isDate || time.zone === ICAL.Timezone.utcTimezone) return time.toString();
  if (zone && isTimeZone(zone)) return `${time.toString().replace('Z', '')} ${zone}`;
  const isFloating = time.zone === ICAL.Timezone.localTimezone;
  return isFloating ? time.toString() : new Date(time.toUnixTime() * 1000).toISOString();
}
