import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDateOrder, parseDate, parseLocalDate } from './dates.ts';

const read: Record<string, string> = {
  'Thu, 01 Oct 2026 23:30:00 -0500': '2026-10-02T04:30:00Z',
  'Thu, 01 Oct 2026 20:30:00 EST': '2026-10-02T01:30:00Z',
  'Thu, 01 Oct 2026 20:30:00 PDT': '2026-10-02T03:30:00Z',
  'Thu, 01 Oct 2026 10:00:00 UT': '2026-10-01T10:00:00Z',
  '1 Oct 2026 10:00:00 +0000': '2026-10-01T10:00:00Z',
  'Mon, 01 Oct 2026 10:00 GMT': '2026-10-01T10:00:00Z',
  'Thu, 01 Oct 26 10:00:00 GMT': '2026-10-01T10:00:00Z',
  'Fri, 01 Oct 99 10:00:00 GMT': '1999-10-01T10:00:00Z',
  'Thu, 01 Oct 2026 10:00:00 +0000 (UTC)': '2026-10-01T10:00:00Z',
  'Thursday, October 1, 2026 10:00:00 GMT': '2026-10-01T10:00:00Z',
  'Thu Oct 01 2026 10:00:00 GMT+0200 (CEST)': '2026-10-01T08:00:00Z',
  'Thu Oct  1 10:00:00 2026': '2026-10-01T10:00:00Z',
  '2026-10-01T10:00:00+02:00': '2026-10-01T08:00:00Z',
  '2026-10-01T10:00:00.123456Z': '2026-10-01T10:00:00Z',
  '2026-10-01 10:00:00': '2026-10-01T10:00:00Z',
  '2026-10-01': '2026-10-01T00:00:00Z',
  '20261001T101500Z': '2026-10-01T10:15:00Z',
  '07.02.2025': '2025-02-07T00:00:00Z',
  '25/07/2024 18:00': '2024-07-25T18:00:00Z',
  '07/25/2024': '2024-07-25T00:00:00Z',
  'Thu, 01 Oct 2099 10:00:00 GMT': '2099-10-01T10:00:00Z',
  'Wed, 29 Feb 2028 10:00:00 GMT': '2028-02-29T10:00:00Z',
  'Sat, 31 Dec 2016 23:59:60 GMT': '2016-12-31T23:59:59Z',
  'Sat, 09 May 2026 04:20:00 PM GMT': '2026-05-09T16:20:00Z',
  'Sat, 9 May 2026 12:05 a.m.': '2026-05-09T00:05:00Z',
  'Sat, 09 May 2026 10:00:00 +2': '2026-05-09T08:00:00Z',
  'Sat, 09 May 2026 10:00:00 GMT-3': '2026-05-09T13:00:00Z',
  'Saturday, May 9, 2026 - 18:30': '2026-05-09T18:30:00Z',
  'Saturday 9th of May 2026': '2026-05-09T00:00:00Z',
  'sáb, 09 may 2026 10:00:00 +0000': '2026-05-09T10:00:00Z',
  '9 de agosto de 2026': '2026-08-09T00:00:00Z',
  'Mo, 09 März 2026 10:00:00 +0100': '2026-03-09T09:00:00Z',
  'dim. 09 août 2026 10:00:00 +0200': '2026-08-09T08:00:00Z',
  '9. joulukuuta 2026': '2026-12-09T00:00:00Z',
  'ma, 09 marras 2026 10:00:00 +0200': '2026-11-09T08:00:00Z',
  '9 mai 2026 à 10h30': '2026-05-09T10:30:00Z',
  '9 mai 2026 à 18 h': '2026-05-09T18:00:00Z',
  '9. maj 2026 kl. 18.30': '2026-05-09T18:30:00Z',
  '9.5.2026 klo 18.30': '2026-05-09T18:30:00Z',
  '9. Mai 2026, 18:30 Uhr MESZ': '2026-05-09T16:30:00Z',
  'Sa, 09 Mrz 2024 10:00:00 +0100': '2024-03-09T09:00:00Z',
  'mar. 3 nov. 2026 10:00:00 +0100': '2026-11-03T09:00:00Z',
  '3 nov 2026, mar': '2026-11-03T00:00:00Z',
  'lun 09 FEV 2026': '2026-02-09T00:00:00Z',
  'sáb, 9 de març de 2026': '2026-03-09T00:00:00Z',
  '5 listopada 2026': '2026-11-05T00:00:00Z',
  '2026. gada 9. maijs, 18:30': '2026-05-09T18:30:00Z',
  '2026. május 9., szombat': '2026-05-09T00:00:00Z',
  '2026 m. gegužės 9 d.': '2026-05-09T00:00:00Z',
  '9 MAYIS 2026 Cumartesi': '2026-05-09T00:00:00Z',
  '9 Μαΐου 2026, 6:30 μ.μ.': '2026-05-09T18:30:00Z',
  'السبت، ٩ مايو ٢٠٢٦ ٦:٣٠ م': '2026-05-09T18:30:00Z',
  '9 أيار 2026': '2026-05-09T00:00:00Z',
  '9 במאי 2026, 18:30': '2026-05-09T18:30:00Z',
  '9 मई 2026, 6:30 pm': '2026-05-09T18:30:00Z',
  '2026年5月9日(土) 午後6時30分': '2026-05-09T18:30:00Z',
  '2026年5月9日 星期六 下午6:30': '2026-05-09T18:30:00Z',
  '2026년 5월 9일 토요일 오후 6:30': '2026-05-09T18:30:00Z',
  '2026. 5. 9. 오후 6:30': '2026-05-09T18:30:00Z',
  'May 9, 2026 at 6:30 PM EDT': '2026-05-09T22:30:00Z',
  'May 9, 2026, 6 PM Eastern Daylight Time': '2026-05-09T22:00:00Z',
  '9 May 2026 18:30 Central European Summer Time': '2026-05-09T16:30:00Z',
  'Sat May 09 18:30:00 EDT 2026': '2026-05-09T22:30:00Z',
  'Sat May 09 18:30:00 2026 +0200': '2026-05-09T16:30:00Z',
  'May 9, 2026 6:30 PM (PST)': '2026-05-10T02:30:00Z',
  'Sa, 9. Mai 2026, 18 Uhr MESZ': '2026-05-09T16:00:00Z',
  '9 мая 2026 г., 18:30 МСК': '2026-05-09T15:30:00Z',
  'Sat 9th May 2026 6pm': '2026-05-09T18:00:00Z',
  '18:30, 9 May 2026': '2026-05-09T18:30:00Z',
  '9 May 2026 18:30 UTC+5:30': '2026-05-09T13:00:00Z',
  '9 May 2026 18:30 Europe/Berlin': '2026-05-09T16:30:00Z',
  '9 May 2026 18:30 Area/Nowhere': '2026-05-09T00:00:00Z',
  '9-May-2026 18:30': '2026-05-09T18:30:00Z',
  '09-May-26': '2026-05-09T00:00:00Z',
  '2026-May-09': '2026-05-09T00:00:00Z',
  '25-07-2024 18:00': '2024-07-25T18:00:00Z',
  '9 czerwca 2026, 10:15': '2026-06-09T10:15:00Z',
  '9 июня 2026': '2026-06-09T00:00:00Z',
  '2026年6月9日 08:30': '2026-06-09T08:30:00Z',
  '2026. 06. 09.': '2026-06-09T00:00:00Z',
  // An unknown time or zone does not affect the day.
  'Thu, 01 Oct 2026 25:00:00 GMT': '2026-10-01T00:00:00Z',
  'Thu, 01 Oct 2026 24:00:00 GMT': '2026-10-01T00:00:00Z',
  'Thu, 01 Oct 2026 10:61:00 GMT': '2026-10-01T00:00:00Z',
  'Thu, 01 Oct 2026 10:00:00 XYZ': '2026-10-01T00:00:00Z',
  'Thu, 01 Oct 2026 10:00:00 +9900': '2026-10-01T00:00:00Z',
};
for (const [text, instant] of Object.entries(read)) {
  test(`${text} is ${instant}`, () => assert.equal(parseDate(text), instant));
}

const refused = [
  ...['', 'yesterday', 'Mon, 30 Feb 2026 10:00:00 GMT', 'Sun, 29 Feb 2026 10:00:00 GMT', '2026-13-01', '2026-00-10'],
  ...['Mon, 01 Jan 0000 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', '03/04/2026', 'Dj. 25/07 18 h', '2026'],
  ...['01 Foo 2026', '01 marsupial 2026', '01 Oct', '9 de mayo', '01 Oct 10:30:00', '2026年13月1日'],
  ...['12/12/26', 'item 5 of 2026', 'in May 2026', '5 of 12 in 2026'],
  ...['1767225600', `${'1'.repeat(1000)} Oct 2026`],
];
for (const text of refused) {
  test(`“${text.slice(0, 40)}” gives no date`, () => assert.equal(parseDate(text), undefined));
}

/** Languages in which feeds write dates. */
const languages = 'en de fr es it pt nl sv da nb fi et pl cs ru uk el tr ja zh ko ar'.split(' ');
const styles: Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full' },
  { dateStyle: 'long' },
  { dateStyle: 'long', timeStyle: 'short' },
  { weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' },
];
for (const language of languages)
  test(`dates in ${language} are read in every month, as Intl writes them`, () => {
    for (const style of styles)
      for (let month = 0; month < 12; month += 1) {
        const at = Date.UTC(2026, month, 17, style.timeStyle ? 14 : 0, style.timeStyle ? 30 : 0);
        const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', calendar: 'gregory' });
        assert.equal(Date.parse(parseDate(format.format(at)) ?? ''), at, format.format(at));
      }
  });

test('a month that has another meaning in the language of the feed has that meaning', () => {
  assert.equal(parseDate('5 listopada 2026', { language: 'hr' }), '2026-10-05T00:00:00Z');
  assert.equal(parseDate('5 listopada 2026', { language: 'pl' }), '2026-11-05T00:00:00Z');
});

test('dates without an offset are in the time zone of the room, and keep their day', () => {
  assert.equal(parseLocalDate('9 May 2026 23:30', { timeZone: 'America/New_York' }), '2026-05-09T23:30:00-04:00');
  assert.equal(parseLocalDate('9 May 2026', { timeZone: 'Asia/Tokyo' }), '2026-05-09T00:00:00+09:00');
  assert.equal(parseLocalDate('9 May 2026 23:30 PST', { timeZone: 'Asia/Tokyo' }), '2026-05-09T23:30:00-08:00');
});

const orders: [texts: string[], language: string | undefined, expected: string | undefined][] = [
  [['03/04/2026 10:00', '17/03/2026'], undefined, '2026-04-03'],
  [['03/04/2026', '3/17/2026 8:00 PM', '02/28/2026'], 'de', '2026-03-04'],
  [['03-04-2026', '13-03-2026'], 'en-US', '2026-04-03'],
  [['03/04/2026'], 'fr', '2026-04-03'],
  [['03/04/2026'], 'en-GB', '2026-04-03'],
  [['03/04/2026'], 'en-US', undefined],
  [['03/04/2026'], 'en', undefined],
  [['03/04/2026'], 'es-US', undefined],
  [['03/04/2026'], undefined, undefined],
  [['03/04/2026', '17/03/2026', '03/18/2026'], 'fr', undefined],
];
for (const [texts, language, expected] of orders)
  test(`03/04/2026 in a feed with ${texts.slice(1).join(', ') || 'no other date'} in ${language ?? 'no language'} is ${expected ?? 'not read'}`, () => {
    const order = findDateOrder(texts, language);
    assert.equal(parseDate(texts[0], { language, order })?.slice(0, 10), expected);
  });
