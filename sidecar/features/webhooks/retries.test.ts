import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAttempt } from './record-attempts.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const pause = (retryAfter: string | undefined, attempts = 1, random = 0.5) => {
  const verdict = judgeAttempt({ status: 503, retryAfter }, attempts, now, random);
  return verdict.state === 'pending' ? verdict.nextAttemptAt - now : undefined;
};

test('any 2xx status is a success, a redirect is not', () => {
  for (const status of [200, 202, 204, 299]) assert.equal(judgeAttempt({ status }, 1, now, 0).state, 'delivered');
  for (const status of [199, 301, 302, 307, 400, 404, 500])
    assert.equal(judgeAttempt({ status }, 1, now, 0).state, 'pending');
  assert.equal(judgeAttempt({ error: 'refused' }, 1, now, 0).state, 'pending');
  assert.equal(judgeAttempt({ status: 410 }, 1, now, 0).state, 'gone');
  assert.equal(judgeAttempt({ status: 500 }, 10, now, 0).state, 'exhausted');
});

test('Retry-After lengthens a pause, in seconds or as a date, to a day at most', () => {
  assert.equal(pause('60'), 60_000);
  assert.equal(pause('Fri, 01 May 2026 13:00:00 GMT'), 3_600_000);
  assert.equal(pause('999999999'), 24 * 3_600_000);
  assert.equal(pause('60', 2), 5 * 60_000);
  for (const nonsense of ['soon', '-5', '', 'Thu, 01 Jan 1970 00:00:00 GMT']) assert.equal(pause(nonsense), 5000);
});

test('pauses vary by a tenth', () => {
  assert.equal(pause(undefined, 2, 0), 270_000);
  assert.equal(pause(undefined, 2, 1), 330_000);
});
