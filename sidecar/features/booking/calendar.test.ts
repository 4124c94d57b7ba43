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
