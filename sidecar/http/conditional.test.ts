import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNotModified } from './conditional.ts';

const date = 'Thu, 01 Jan 2026 00:00:00 GMT';

test('If-None-Match compares weakly, knows lists and *, and wins over If-Modified-Since', () => {
  for (const value of ['"a"', 'W/"a"', '"b", "a"', '*'])
    assert.ok(isNotModified({ 'if-none-match': value }, '"a"', date), value);
  assert.ok(!isNotModified({ 'if-none-match': '"b"', 'if-modified-since': date }, '"a"', date));
  assert.ok(!isNotModified({}, '"a"', date));
});

test('If-Modified-Since holds for the same and later dates, and nonsense is ignored', () => {
  assert.ok(isNotModified({ 'if-modified-since': date }, '"a"', date));
  assert.ok(isNotModified({ 'if-modified-since': 'Fri, 02 Jan 2026 00:00:00 GMT' }, '"a"', date));
  assert.ok(isNotModified({ 'if-modified-since': 'Fri Jan  2 00:00:00 2026' }, '"a"', date));
  assert.ok(!isNotModified({ 'if-modified-since': 'Wed Dec 31 23:59:59 2025' }, '"a"', date));
  assert.ok(!isNotModified({ 'if-modified-since': 'Wed Dec 31 2026' }, '"a"', date));
  assert.ok(!isNotModified({ 'if-modified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' }, '"a"', date));
  for (const nonsense of ['last week', '2099', '2099-01-01', 'week 2099'])
    assert.ok(!isNotModified({ 'if-modified-since': nonsense }, '"a"', date), nonsense);
});
