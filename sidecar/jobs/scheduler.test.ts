import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openScheduler } from './scheduler.ts';

const minute = 60_000;

/**
 * Runs a task on mocked timers and counts its runs. `performance.now` stands in for the clock that the timers follow.
 */
function createJob(t: TestContext, rests: boolean, result: unknown = undefined) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const scheduler = openScheduler({ rests });
  let runs = 0;
  const stop = scheduler.every(1000, async () => (runs++, result), assert.ifError);
  const settle = () => new Promise((done) => setImmediate(done));
  /** Returns the number of runs in this time. */
  async function pass(ms: number): Promise<number> {
    const before = runs;
    for (let left = ms; left > 0; left -= 100) {
      await settle();
      now += 100;
      t.mock.timers.tick(100);
    }
    await settle();
    return runs - before;
  }
  return { ...scheduler, stop, pass };
}

test('a room at rest runs its jobs once a minute, and at their usual pauses once something happens', async (t) => {
  const { pass, wake, stop } = createJob(t, true);
  assert.equal(await pass(20_000), 20);
  await pass(20_000);
  assert.equal(await pass(10 * minute), 10);
  wake();
  assert.equal(await pass(1000), 1, 'at once, as its usual pause is over');
  assert.equal(await pass(20_000), 20);
  await stop();
  wake();
  assert.equal(await pass(minute), 0);
});

test('a room that shares its store keeps the usual pauses', async (t) => {
  const { pass, stop } = createJob(t, false);
  await pass(minute);
  assert.equal(await pass(minute), 60);
  await stop();
});

test('a job with more to do runs again after its usual pause, or when more is due', async (t) => {
  for (const [result, runs] of [
    [true, 60],
    [{ dueInMs: 20_000 }, 3],
    [{ dueInMs: -5 }, 60],
    [{ dueInMs: Infinity }, 1],
  ] as const)
    await t.test(JSON.stringify(result), async (t) => {
      const { pass, stop } = createJob(t, true, result);
      await pass(2 * minute);
      assert.equal(await pass(minute), runs);
      await stop();
    });
});
