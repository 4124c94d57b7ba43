import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf } from './local-time.ts';

const iso = (time: string, offset: string) => {
  const ms = instantOf(time, offset);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

test('a time is read at its offset from UTC', () => {
  assert.equal(iso('2026-05-01T18:00', '+00:00'), '2026-05-01T18:00:00.000Z');
  assert.equal(iso('2026-05-01T18:00', '+02:00'), '2026-05-01T16:00:00.000Z');
  assert.equal(iso('2026-05-01T18:00', '-00:00'), '2026-05-01T18:00:00.000Z');
  assert.equal(iso('2026-05-01T23:30:15', '-03:30'), '2026-05-02T03:00:15.000Z');
  assert.equal(iso('2024-02-29T00:00', '+14:00'), '2024-02-28T10:00:00.000Z');
});

test('what is no real time, or has no offset, is no instant', () => {
  for (const [time, offset] of [
    ['2026-02-30T10:00', '+00:00'],
    ['2026-05-01T24:30', '+00:00'],
    ['2026-05-01', '+00:00'],
    ['12026-05-01T10:00', '+00:00'],
    ['2026-05-01T18:00Z', '+00:00'],
    ['2026-05-01T18:00', ''],
    ['2026-05-01T18:00', 'CET'],
    ['2026-05-01T18:00', '+15:00'],
    ['2026-05-01T18:00', '+2:00'],
  ] as const)
    assert.equal(instantOf(time, offset), undefined, `${time} ${offset}`);
});
