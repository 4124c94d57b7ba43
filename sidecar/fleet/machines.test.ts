import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagOf, type Machine } from './machines.ts';

const now = 1_000_000;
const machine = (own: Partial<Machine> = {}): Machine => ({
  ...{ name: 'a:1', role: 'web', version: '2', release: 'new', seenAt: now - 1000, startedAt: 5, clockAheadMs: 20 },
  ...own,
});

test('a machine lags that is silent, serves another release for long, runs an older version or has a wrong clock', () => {
  const lag = (own: Partial<Machine>, since = 0) =>
    lagOf(machine(own), [machine(own), machine()], { release: 'new', since }, now);
  assert.equal(lag({}), undefined);
  assert.equal(lag({ seenAt: now - 60_000 }), 'silent');
  assert.equal(lag({ release: 'old' }), 'release');
  assert.equal(lag({ release: 'old' }, now - 1000), undefined, 'a new release is on its way');
  assert.equal(lag({ version: '1', startedAt: 1 }), 'version');
  assert.equal(lag({ clockAheadMs: -60_000 }), 'clock');
});
