// Dates and lengths read as people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '#domain/sandbox.ts';
import { dayOf, daysOf, lengthOf, minuteOf, numberOf, sizeOf } from './dates.ts';

const base = sandboxRoom({ baseUrl: 'https://room.example.org' });
const speaking = (language: string) => ({ ...base, creator: { ...base.creator, language } });

test('a day is written in the language of the room, in UTC', () => {
  assert.deepEqual(dayOf(speaking('en-GB'), '2026-11-15T23:59:59Z'), { iso: '2026-11-15', text: '15 November 2026' });
  assert.equal(dayOf(speaking('de'), '2026-11-15T23:59:59Z').text, '15. November 2026');
});

test('a language that is none falls back to English', () => {
  assert.equal(dayOf(speaking('not a language'), '2026-11-15T00:00:00Z').text, '15 November 2026');
  assert.equal(numberOf(speaking('!!'), 14230), '14,230');
});

test('a range of days names the month once', () => {
  assert.match(daysOf(speaking('en-GB'), '2026-10-04T00:00:00Z', '2026-10-15T00:00:00Z').text, /^4\D+15 Oct$/);
});

test('a time of day names its zone', () => {
  assert.match(minuteOf(speaking('en-GB'), '2026-12-24T18:30:00Z').text, /24 December 2026.*18:30 UTC/);
});

test('lengths and sizes are short', () => {
  assert.deepEqual(
    [lengthOf(20), lengthOf(754), lengthOf(3600), lengthOf(4800)],
    ['20 s', '13 min', '1 h', '1 h 20 min'],
  );
  assert.deepEqual([sizeOf(12), sizeOf(48_300), sizeOf(38_400_000)], ['1 kB', '48 kB', '38.4 MB']);
});
