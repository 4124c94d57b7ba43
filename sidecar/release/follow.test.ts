// Tests how a room waits for its first release.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followRelease, type ReleaseRefusal } from './follow.ts';
import { createDist, withRows } from './test-release.ts';

test('a database whose first release is still being built counts as one without a release', async (t) => {
  const dist = createDist(t);
  withRows(dist, () => {});
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
  assert.deepEqual(refusals, ['none']);
});
