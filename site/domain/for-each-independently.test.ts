import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachIndependently } from './for-each-independently.ts';

test('an entry that fails does not stop the others, and its failure is thrown at the end', async () => {
  const done: number[] = [];
  const task = async (entry: number) => {
    if (entry % 2) throw new Error(`entry ${entry}`);
    done.push(entry);
  };
  await assert.rejects(forEachIndependently([1, 2, 3, 4], task), /entry 1/);
  assert.deepEqual(done, [2, 4]);
  await forEachIndependently([6], task);
});
