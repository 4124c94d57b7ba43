import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { isCurrent } from './conditional.ts';
import { daysAgo, readDay, readDays } from './days.ts';
import { acceptedEncoding } from './encoding.ts';
import { requestId } from './request-id.ts';

const date = 'Thu, 01 Jan 2026 00:00:00 GMT';

test('If-None-Match compares weakly, knows lists and *, and wins over If-Modified-Since', () => {
  for (const value of ['"a"', 'W/"a"', '"b", "a"', '*'])
    assert.ok(isCurrent({ 'if-none-match': value }, '"a"', date), value);
  assert.ok(!isCurrent({ 'if-none-match': '"b"', 'if-modified-since': date }, '"a"', date));
  assert.ok(!isCurrent({}, '"a"', date));
});

test('If-Modified-Since holds for the same and later dates, and nonsense is ignored', () => {
  assert.ok(isCurrent({ 'if-modified-since': date }, '"a"', date));
  assert.ok(isCurrent({ 'if-modified-since': 'Fri, 02 Jan 2026 00:00:00 GMT' }, '"a"', date));
  assert.ok(!isCurrent({ 'if-modified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' }, '"a"', date));
  for (const nonsense of ['last week', '2099', '2099-01-01', 'week 2099'])
    assert.ok(!isCurrent({ 'if-modified-since': nonsense }, '"a"', date), nonsense);
});

test('the best variant that the client takes', () => {
  assert.equal(acceptedEncoding('gzip, deflate, br'), 'br');
  assert.equal(acceptedEncoding('gzip'), 'gzip');
  assert.equal(acceptedEncoding('br;q=0, gzip'), 'gzip');
  assert.equal(acceptedEncoding('identity, br;q=0.1'), undefined);
  assert.equal(acceptedEncoding('zstd'), undefined);
  assert.equal(acceptedEncoding(undefined), undefined);
});

test('a request id is kept when it is 1 to 128 visible ASCII characters', () => {
  assert.equal(requestId('abc'), 'abc');
  for (const sent of ['', 'a b', 'ü', 'x'.repeat(129), undefined]) assert.match(requestId(sent), /^[0-9a-f-]{36}$/);
});

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
