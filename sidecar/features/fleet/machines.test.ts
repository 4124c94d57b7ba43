import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqliteStore } from '../../storage/test-stores.ts';
import { findLag, type Machine, createMachineReporter } from './machines.ts';

const now = 1_000_000;
const machine = (own: Partial<Machine> = {}): Machine => ({
  ...{ name: 'a:1', role: 'web', version: '2', release: 'new', seenAt: now - 1000, startedAt: 5, clockAheadMs: 20 },
  ...own,
});

test('a machine lags if it is silent, serves an old release for long, runs an old version or has a wrong clock', () => {
  const lag = (own: Partial<Machine>, since = 0) =>
    findLag(machine(own), [machine(own), machine()], { release: 'new', since }, now);
  assert.equal(lag({}), undefined);
  assert.equal(lag({ seenAt: now - 60_000 }), 'silent');
  assert.equal(lag({ release: 'old' }), 'release');
  assert.equal(lag({ release: 'old' }, now - 1000), undefined, 'a new release is on its way');
  assert.equal(lag({ version: '1', startedAt: 1 }), 'version');
  assert.equal(lag({ clockAheadMs: -60_000 }), 'clock');
});

const open = sqliteStore();

test('the version that was started last builds until it is silent', async () => {
  let at = now;
  const machineOf = (version: string, port: number, role = 'all') =>
    createMachineReporter(open(), { role, port }, { version, now: () => at, aheadMs: () => 0 });
  const old = machineOf('1', 1);
  const leaves = () => old.isOutdatedBuilder();
  await old.report('new');
  at += 5000;
  await machineOf('1', 2).report('new');
  await machineOf('2', 3, 'web').report('new');
  assert.equal(await leaves(), false, 'the same version, and one that never builds');
  const next = machineOf('2', 4);
  await next.report('new');
  assert.deepEqual([await leaves(), await next.isOutdatedBuilder()], [true, false]);
  at += 60_000;
  await old.report('new');
  assert.equal(await leaves(), false);
  await next.report('new');
  assert.equal(await leaves(), true);
  await next.leave();
  assert.equal(await leaves(), false);
});
