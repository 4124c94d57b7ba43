import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { forEachConcurrently } from './arrays.ts';

test('after a failure no further task starts, and running tasks end before the error is thrown', async () => {
  const ended: number[] = [];
  const run = forEachConcurrently([1, 2, 3, 4].values(), 2, async (one) => {
    if (one === 1) throw new Error('the first one failed');
    await wait(10);
    ended.push(one);
  });
  await assert.rejects(run, /the first one failed/);
  assert.deepEqual(ended, [2]);
});
