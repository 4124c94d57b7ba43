import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventReporter, createProblemReporter } from './problem-reporter.ts';

test('a task that fails the same way each second is logged once a minute, another failure at once', () => {
  let now = 0;
  const told: string[] = [];
  const problem = createProblemReporter(
    (task, { message }) => told.push(`${now} ${task}: ${message}`),
    () => now,
  );
  for (; now <= 60_000; now += 1000) problem('building')(new Error('away'));
  problem('building')(new Error('full'));
  problem('counting')(new Error('full'));
  assert.deepEqual(told, ['0 building: away', '60000 building: away', '61000 building: full', '61000 counting: full']);
});

test('a flood of dropped connections is a line a minute for each reason, with their number', () => {
  let now = 0;
  const told: string[] = [];
  const event = createEventReporter(
    (kind, count, example) => told.push(`${now} ${kind} ${count} ${example}`),
    () => now,
  );
  for (; now <= 60_000; now += 1000) event('network', `203.0.113.${now % 7}`);
  event('full', '203.0.113.9');
  assert.deepEqual(told, ['0 network 1 203.0.113.0', '60000 network 60 203.0.113.3', '61000 full 1 203.0.113.9']);
});
