import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sqliteStore } from '../../storage/test-stores.ts';
import { createRolloutCheck } from './fleet.ts';

const open = sqliteStore();
let now = 0;

beforeEach(async () => {
  now = 1_000_000;
  for (const table of ['fleetMachines', 'fleetPointers'] as const) await open().db.deleteFrom(table).execute();
});

const say = (name: string, release: string, role = 'web') => {
  const row = { role, release, seenAt: now, version: '', startedAt: 0, clockAheadMs: 0 };
  return open()
    .db.insertInto('fleetMachines')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
};

const makeLive = (release: string) => {
  const value = JSON.stringify({ release });
  return open()
    .db.insertInto('fleetPointers')
    .values({ name: 'release', value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
};

test('a release is rolled out only while it is the release of the fleet', async () => {
  const isEverywhere = createRolloutCheck(open().db, () => now);
  assert.equal(await isEverywhere('new'), false, 'a fleet without a release');
  await makeLive('old');
  assert.deepEqual([await isEverywhere('new'), await isEverywhere('old')], [false, true]);
  await makeLive('new');
  assert.deepEqual([await isEverywhere('new'), await isEverywhere('old')], [true, false]);
});

test('a rollout waits for responding web machines, for at most a minute each', async () => {
  const isEverywhere = createRolloutCheck(open().db, () => now);
  await makeLive('new');
  await say('worker:1', 'old', 'worker');
  await say('web:gone', 'old');
  now += 30_000;
  assert.equal(await isEverywhere('new'), true, 'a worker shows nothing, and a silent machine is gone');
  const look = async (...machines: [string, string][]) => {
    for (const [name, release] of machines) await say(name, release);
    return isEverywhere('new');
  };
  assert.equal(await look(['web:1', 'old'], ['web:2', 'old']), false);
  now += 40_000;
  assert.equal(await look(['web:1', 'new'], ['web:2', 'older']), false, 'it moves on');
  now += 40_000;
  assert.equal(await look(['web:1', 'new'], ['web:2', 'older']), false);
  now += 20_000;
  assert.equal(await look(['web:1', 'new'], ['web:2', 'older']), true, 'it stands still');
  assert.equal(await look(['web:1', 'old'], ['web:2', 'older']), false, 'another one');
  assert.equal(await look(['web:1', 'new'], ['web:2', 'new']), true);
});
