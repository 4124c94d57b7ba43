import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCalendar } from './calendar.ts';

const appointment = {
  id: 'b1',
  showName: 'The Long Pier',
  showUrl: 'https://show.example.org/',
  reply: 'Bring a lamp.\u0007\nAnd boots.',
  startsAt: Date.parse('2026-05-01T10:00:00Z'),
  endsAt: Date.parse('2026-05-01T10:45:00Z'),
  updatedAt: Date.parse('2026-04-01T09:00:00Z'),
};

test('the same appointment gives the same bytes, with the agreed times and no control characters', () => {
  const text = renderCalendar([appointment], 'Ida Measure', 'room.example.org');
  assert.equal(renderCalendar([appointment], 'Ida Measure', 'room.example.org'), text);
  const lines = text.split('\r\n');
  for (const line of [
    'UID:b1@room.example.org',
    'DTSTAMP:20260401T090000Z',
    'DTSTART:20260501T100000Z',
    'DTEND:20260501T104500Z',
    'SUMMARY:The Long Pier\\, with Ida Measure',
    'DESCRIPTION:Bring a lamp.\\nAnd boots.',
    'URL;VALUE=URI:https://show.example.org/',
  ])
    assert.ok(lines.includes(line), line);
});

test('the URL of a show cannot inject lines', () => {
  const showUrl = 'https://show.example.org/\r\nATTENDEE:mailto:x@example.org';
  const lines = renderCalendar([{ ...appointment, showUrl }], 'Ida Measure', 'h').split('\r\n');
  assert.ok(!lines.some((line) => line.startsWith('ATTENDEE')));
});

test('a time zone is written with each change of its clocks near the appointment', () => {
  const text = renderCalendar([appointment], 'Ida Measure', 'h', 'Europe/Berlin');
  assert.match(text, /DTSTART;TZID=Europe\/Berlin:20260501T120000\r\n/);
  assert.match(text, /DTEND;TZID=Europe\/Berlin:20260501T124500\r\n/);
  assert.match(text, /DTSTAMP:20260401T090000Z/);
  const zone = /BEGIN:VTIMEZONE\r\n[^]*END:VTIMEZONE/.exec(text)![0];
  assert.ok(
    zone.includes(
      ['BEGIN:DAYLIGHT', 'DTSTART:20260329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'].join(
        '\r\n',
      ),
    ),
    zone,
  );
  assert.ok(zone.includes('BEGIN:STANDARD\r\nDTSTART:20261025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100'), zone);
});

test('times in the repeated hour are in UTC, since a local time would mean the first of the two', () => {
  const linesOf = (starts: string, hours: number, zone: string) => {
    const startsAt = Date.parse(starts);
    const text = renderCalendar([{ ...appointment, startsAt, endsAt: startsAt + hours * 3_600_000 }], 'Ida', 'h', zone);
    return text.slice(text.indexOf('BEGIN:VEVENT')).match(/^DT(START|END).*(?=\r)/gm);
  };
  for (const [starts, ...lines] of [
    ['2026-10-25T01:30:00Z', 'DTSTART:20261025T013000Z', 'DTEND:20261025T023000Z'],
    ['2026-10-25T00:30:00Z', 'DTSTART:20261025T003000Z', 'DTEND:20261025T013000Z'],
    ['2026-10-24T23:30:00Z', 'DTSTART;TZID=Europe/Berlin:20261025T013000', 'DTEND;TZID=Europe/Berlin:20261025T023000'],
    ['2026-10-25T02:00:00Z', 'DTSTART;TZID=Europe/Berlin:20261025T030000', 'DTEND;TZID=Europe/Berlin:20261025T040000'],
  ] as const)
    assert.deepEqual(linesOf(starts, 1, 'Europe/Berlin'), lines, starts);
  assert.deepEqual(linesOf('2026-11-01T06:15:00Z', 2, 'America/New_York'), [
    'DTSTART:20261101T061500Z',
    'DTEND:20261101T081500Z',
  ]);
  assert.deepEqual(linesOf('2026-04-04T15:10:00Z', 0.25, 'Australia/Lord_Howe'), [
    'DTSTART:20260404T151000Z',
    'DTEND:20260404T152500Z',
  ]);
});

test('names of UTC and offsets of earlier versions give UTC, and time zones have their canonical names', () => {
  for (const zone of ['utc', 'Etc/UTC', 'GMT', '+05:30', 'Nowhere'])
    assert.equal(renderCalendar([appointment], 'Ida', 'h', zone), renderCalendar([appointment], 'Ida', 'h'), zone);
  assert.match(
    renderCalendar([appointment], 'Ida', 'h', 'EUROPE/BERLIN'),
    /^DTSTART;TZID=Europe\/Berlin:20260501T120000\r$/m,
  );
  assert.match(renderCalendar([appointment], 'Ida', 'h', 'Etc/GMT+5'), /^DTSTART;TZID=Etc\/GMT\+5:20260501T050000\r$/m);
});
