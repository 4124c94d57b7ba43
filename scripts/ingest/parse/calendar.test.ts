import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../read-feed.ts';
import { parseFeed } from './parse.ts';

const now = Date.parse('2026-11-28T12:00:00Z');

const calendar = (events: string[], head = '') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'X-WR-CALNAME:Dates', ...(head ? [head] : [])]
    .concat(
      events.map((event) => `BEGIN:VEVENT\r\n${event.trim().replaceAll('\n', '\r\n')}\r\nEND:VEVENT`),
      'END:VCALENDAR',
    )
    .join('\r\n');

const readItems = async (text: string, timeZone = 'UTC') => {
  const bytes = new TextEncoder().encode(text);
  const { entries } = await readFeed({ feed: { id: 'dates' }, bytes, knownHashes: new Set(), timeZone });
  return entries.map(({ date, localDate, content }) => ({ date: localDate ?? date, ...content!.item }));
};

test('an event of a calendar is an event with its place, times and state', async () => {
  const [concert, reading, fair] = await readItems(
    calendar([
      `UID:1\nSUMMARY:Winter\\, concert\nDTSTART;TZID=Europe/Berlin:20261205T193000\nDTEND;TZID=Europe/Berlin:20261205T220000\nLOCATION:Alte Mühle\\, Flensburg\nORGANIZER;CN=Mill club:mailto:mill@example.org\nURL:https://example.org/winter`,
      `UID:2\nSUMMARY:Reading\nDTSTART:20261206T180000Z\nSTATUS:CANCELLED`,
      `UID:3\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20261211\nDTEND;VALUE=DATE:20261214`,
    ]),
  );
  assert.deepEqual([concert!.type, concert!.kind, concert!.title], ['timeline', 'event', 'Winter, concert']);
  assert.deepEqual(
    [concert!.date, concert!.startsAt, concert!.endsAt],
    ['2026-12-05T19:30:00+01:00', '2026-12-05T18:30:00Z', '2026-12-05T21:00:00Z'],
  );
  assert.deepEqual([concert!.location, concert!.organization], ['Alte Mühle, Flensburg', 'Mill club']);
  assert.equal(concert!.canonicalUrl, 'https://example.org/winter');
  assert.deepEqual([reading!.status, reading!.startsAt], ['cancelled', '2026-12-06T18:00:00Z']);
  assert.deepEqual(
    [fair!.date, fair!.endDate, fair!.startsAt],
    ['2026-12-11T00:00:00Z', '2026-12-13T00:00:00Z', undefined],
  );
});

test('times without a zone are in that of the calendar, else in that of the room', async () => {
  const event = 'UID:1\nSUMMARY:Talk\nDTSTART:20260705T193000';
  const [own] = await readItems(calendar([event], 'X-WR-TIMEZONE:America/New_York'), 'Europe/Berlin');
  const [ofRoom] = await readItems(calendar([event]), 'Europe/Berlin');
  assert.deepEqual([own!.startsAt, ofRoom!.startsAt], ['2026-07-05T23:30:00Z', '2026-07-05T17:30:00Z']);
});

test('a zone that only the calendar defines is understood', async () => {
  const zone =
    'BEGIN:VTIMEZONE\r\nTZID:Mill time\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE';
  const [item] = await readItems(calendar(['UID:1\nSUMMARY:Talk\nDTSTART;TZID=Mill time:20260705T193000'], zone));
  assert.equal(item!.startsAt, '2026-07-05T16:30:00Z');
});

test('a repeated event has one item for each date of a year, without exceptions, and with moved ones', async () => {
  const weekly = `UID:w\nSUMMARY:Open studio\nDTSTART:20180103T180000Z\nRRULE:FREQ=WEEKLY\nEXDATE:20261202T180000Z`;
  const moved = `UID:w\nSUMMARY:Open studio\nRECURRENCE-ID:20261209T180000Z\nDTSTART:20261210T180000Z`;
  const { document } = await parseFeed(calendar([weekly, moved]), undefined, now);
  const starts = document.items.map(({ event }) => event!.start.slice(0, 10));
  assert.equal(starts.length, 100);
  assert.ok(
    starts.every((start) => start > '2025-11-26'),
    starts[0],
  );
  assert.ok(!starts.includes('2026-12-02') && !starts.includes('2026-12-09'));
  assert.equal(document.items.find(({ event }) => event!.start.startsWith('2026-12-10'))!.event!.status, 'MOVED');
  assert.equal(new Set(document.items.map(({ guid }) => guid)).size, 100);
});

test('a broken or endless calendar is refused or bounded', async () => {
  await assert.rejects(parseFeed('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nnonsense'), /calendar cannot be read/);
  const endless = calendar(['UID:s\nSUMMARY:Tick\nDTSTART:19000101T000000Z\nRRULE:FREQ=SECONDLY']);
  assert.deepEqual((await parseFeed(endless, undefined, now)).document.items, []);
});
