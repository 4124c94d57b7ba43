import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemTeller } from './problems.ts';

test('a task that fails the same way each second is told of once a minute, another failure at once', () => {
  let now = 0;
  const told: string[] = [];
  const problem = problemTeller(
    (task, { message }) => told.push(`${now} ${task}: ${message}`),
    () => now,
  );
  for (; now <= 60_000; now += 1000) problem('building')(new Error('away'));
  problem('building')(new Error('full'));
  problem('counting')(new Error('full'));
  assert.deepEqual(told, ['0 building: away', '60000 building: away', '61000 building: full', '61000 counting: full']);
});
