import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDate } from './dates.ts';

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
};
for (const [text, instant] of Object.entries(read)) {
  test(`${text} is ${instant}`, () => assert.equal(parseDate(text), instant));
}

const refused = [
  ...['', 'yesterday', 'Mon, 30 Feb 2026 10:00:00 GMT', 'Sun, 29 Feb 2026 10:00:00 GMT', '2026-13-01', '2026-00-10'],
  ...['Mon, 01 Jan 0000 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', '03/04/2026', 'Dj. 25/07 18 h', '2026'],
  ...['Thu, 01 Oct 2026 25:00:00 GMT', 'Thu, 01 Oct 2026 10:61:00 GMT', 'Thu, 01 Oct 2026 10:00:00 XYZ', '01 Foo 2026'],
  ...['Thu, 01 Oct 2026 10:00:00 +9900', '1767225600', `${'1'.repeat(1000)} Oct 2026`],
];
for (const text of refused) {
  test(`“${text.slice(0, 40)}” gives no date`, () => assert.equal(parseDate(text), undefined));
}
