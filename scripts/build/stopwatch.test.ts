import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopwatch } from './stopwatch.ts';

test('a build that takes long tells how far it is every few seconds, and at the end how long each step took', () => {
  let now = 0;
  const told: string[] = [];
  const watch = stopwatch({ now: () => now, cpu: () => 2 * now, report: (line) => told.push(line) });
  watch.step('plan');
  for (let done = 0; done < 5000; done++) {
    now += 2;
    watch.step('items', { done, of: 5000 });
  }
  watch.step('switch');
  now += 100;
  assert.deepEqual(told, [
    'items 1,499 of 5,000, after 3.0 s',
    'items 2,999 of 5,000, after 6.0 s',
    'items 4,499 of 5,000, after 9.0 s',
  ]);
  assert.equal(watch.stepSummary(), 'items 10.0 s, switch 0.1 s');
  assert.equal(watch.cpuStepSummary(), 'items 20.0 s, switch 0.2 s');
  assert.equal(watch.cpuSeconds(), '20.2');
});
