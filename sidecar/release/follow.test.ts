// Tests how a room waits for its first release.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { followRelease, type ReleaseRefusal } from './follow.ts';
import { roomFile } from './room-db.ts';
import { createDist, withRows } from './test-release.ts';

/** Returns the reasons for which a room waits, up to the first. */
async function readFirstReason(dist: string): Promise<ReleaseRefusal['reason'][]> {
  const enough = new Error('stops waiting');
  const refusals: ReleaseRefusal['reason'][] = [];
  const waiting = followRelease({
    dist,
    refuse: async () => undefined,
    onSwitch: () => {},
    onRefused: () => {},
    onWaiting: ({ reason }) => {
      refusals.push(reason);
      throw enough;
    },
    every: () => async () => {},
  });
  await assert.rejects(waiting, enough);
  return refusals;
}

test('a database whose first release is still being built counts as one without a release', async (t) => {
  const dist = createDist(t);
  withRows(dist, () => {});
  assert.deepEqual(await readFirstReason(dist), ['none']);
});

test('a database without tables counts as one without a release', async (t) => {
  const dist = createDist(t);
  const db = new DatabaseSync(roomFile(dist));
  db.exec('pragma journal_mode = wal');
  db.close();
  assert.deepEqual(await readFirstReason(dist), ['none']);
});
