import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSteadyClock } from './embargoes.ts';

const minute = 60_000;

function made() {
  const time = { wall: 1_000_000, monotonic: 0 };
  const clock = createSteadyClock(
    () => time.wall,
    () => time.monotonic,
  );
  const pass = (ms: number) => {
    time.wall += ms;
    time.monotonic += ms;
    return clock();
  };
  return { time, clock, pass };
}

test('time passes as it does, and small corrections are followed', () => {
  const { time, pass } = made();
  assert.equal(pass(minute), 1_000_000 + minute);
  time.wall += 5000;
  assert.equal(pass(minute), 1_005_000 + 2 * minute);
});

test('a jump forward is believed after ten minutes, one that is taken back never was', () => {
  const { time, pass } = made();
  time.wall += 1000 * minute;
  assert.equal(pass(minute), 1_000_000 + minute);
  time.wall -= 1000 * minute;
  assert.equal(pass(minute), 1_000_000 + 2 * minute);
  time.wall += 60 * minute;
  for (let n = 0; n < 10; n++) assert.ok(pass(minute) < 1_000_000 + 13 * minute);
  assert.equal(pass(minute), time.wall);
});

test('a clock that is set back is followed at once', () => {
  const { time, pass } = made();
  time.wall -= 60 * minute;
  assert.equal(pass(minute), 1_000_000 - 59 * minute);
});
