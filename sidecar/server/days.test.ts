import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { daysAgo, readDay, readDays } from './days.ts';

test('a day is a real day, and an instant counts in UTC', () => {
  assert.equal(readDay('dateFrom', '2026-01-31'), '2026-01-31');
  assert.equal(readDay('dateFrom', '2026-01-31T23:30:00-02:00'), '2026-02-01');
  assert.equal(readDay('dateFrom', '2026-01-31T23:30:00 02:00'), '2026-01-31');
  for (const value of [
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+23:59',
    '2026-13-01',
    '2026-1-1',
    '2026-01-01Tnoon',
    '',
  ]) {
    assert.throws(() => readDay('dateTo', value), ApiError, value);
  }
  assert.throws(() => readDays('2026-01-02', '2026-01-01'), ApiError);
  assert.equal(daysAgo(Date.parse('2026-01-10T12:00:00Z'), 7), '2026-01-03');
});
