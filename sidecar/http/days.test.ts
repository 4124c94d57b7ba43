import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { daysAgo, readBound, readBounds } from './days.ts';

test('a day stays as it is, and a time is given in UTC', () => {
  assert.equal(readBound('dateFrom', '2026-01-31'), '2026-01-31');
  assert.equal(readBound('dateFrom', '2026-01-31T23:30:00-02:00'), '2026-02-01T01:30:00.000Z');
  assert.equal(readBound('dateFrom', '2026-01-31T23:30:00 02:00'), '2026-01-31T21:30:00.000Z');
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
    assert.throws(() => readBound('dateTo', value), ApiError, value);
  }
  assert.throws(() => readBounds('2026-01-02', '2026-01-01'), ApiError);
  assert.throws(() => readBounds('2026-01-01T09:00:00Z', '2026-01-01T08:00:00Z'), ApiError);
  assert.ok(readBounds('2026-01-01T09:00:00Z', '2026-01-01'));
  assert.equal(daysAgo(Date.parse('2026-01-10T12:00:00Z'), 7), '2026-01-03');
});
