// Tests dates and durations as people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '#domain/sandbox.ts';
import { languageName, translatorFor } from '#domain/messages/messages.ts';
import { formatDay, formatDays, formatDuration, formatMinute, formatNumber, formatSize } from './dates.ts';

const base = sandboxRoom({ baseUrl: 'https://room.example.org' });
const speaking = (language: string) => ({ ...base, creator: { ...base.creator, language } });

test('a day is written in the language of the room, in UTC', () => {
  assert.deepEqual(formatDay(speaking('en-GB'), '2026-11-15T23:59:59Z'), {
    iso: '2026-11-15',
    text: '15 November 2026',
  });
  assert.equal(formatDay(speaking('de'), '2026-11-15T23:59:59Z').text, '15. November 2026');
});

test('a language that is none falls back to English', () => {
  assert.equal(formatDay(speaking('not a language'), '2026-11-15T00:00:00Z').text, '15 November 2026');
  assert.equal(formatNumber(speaking('!!'), 14230), '14,230');
});

test('a range of days names the month once', () => {
  assert.match(formatDays(speaking('en-GB'), '2026-10-04T00:00:00Z', '2026-10-15T00:00:00Z').text, /^4\D+15 Oct$/);
});

test('a time of day is in the zone of the room and names it, in UTC where the room has none', () => {
  const textIn = (language: string, timeZone?: string) => {
    const { creator, ...rest } = speaking(language);
    return formatMinute({ ...rest, creator: { ...creator, ...(timeZone && { timeZone }) } }, '2026-12-24T18:30:00Z')
      .text;
  };
  assert.match(textIn('en-GB'), /24 December 2026.*18:30 UTC/);
  assert.match(textIn('en-GB', 'Mars/Olympus'), /24 December 2026.*18:30 UTC/);
  assert.match(textIn('en-GB', 'Europe/Berlin'), /24 December 2026.*19:30 Central European Time/);
  assert.match(textIn('de', 'Europe/Berlin'), /24\. Dezember 2026.*19:30 Mitteleuropäische Zeit/);
  assert.match(textIn('ja', 'Asia/Tokyo'), /2026年12月25日 03:30 日本標準時/);
  assert.match(textIn('en-US', 'America/New_York'), /December 24, 2026.*01:30 PM Eastern Time/);
});

test('lengths and sizes are short', () => {
  assert.deepEqual(
    [20, 754, 3600, 4800].map((seconds) => formatDuration(translatorFor('en'), seconds)),
    ['20 s', '13 min', '1 h', '1 h 20 min'],
  );
  const sizes = (language: string) => [12, 48_300, 38_400_000].map((bytes) => formatSize(speaking(language), bytes));
  assert.deepEqual(sizes('en'), ['1 kB', '48 kB', '38.4 MB']);
  assert.deepEqual(sizes('de'), ['1 kB', '48 kB', '38,4 MB']);
});

test('a language is named in the language of the room', () => {
  assert.deepEqual(
    ['en', 'de'].map((locale) => languageName(locale, 'pt')),
    ['Portuguese', 'Portugiesisch'],
  );
  assert.equal(languageName('en', 'no tag'), 'no tag');
});

test('a number has no more decimals than are wanted, whatever was asked for before', () => {
  const room = speaking('de');
  assert.equal(formatNumber(room, 1234.567), '1.234,567');
  assert.equal(formatNumber(room, 1234.567, { maxDigits: 1 }), '1.234,6');
  assert.equal(formatNumber(room, 2, { minDigits: 1, maxDigits: 1 }), '2,0');
});
