import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Queue, queueWorker, runWithRenewal } from './queue.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)));
const never = (error: Error): never => assert.fail(error);

/** A queue of numbers in memory. */
function numbers(...waiting: number[]) {
  const calls: string[] = [];
  const queue: Queue<number> = {
    claim: async (most) => {
      calls.push(`claim ${most}`);
      return waiting.splice(0, most);
    },
    free: async (job) => void calls.push(`free ${job}`),
    freeAbandoned: async () => void calls.push('begin'),
  };
  return { queue, calls, waiting };
}

test('a worker frees what a dead process held, then does everything that is due, so many at once', async () => {
  const { queue, calls } = numbers(1, 2, 3, 4, 5);
  const done: number[] = [];
  let [underWay, most] = [0, 0];
  const perform = async (job: number) => {
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    done.push(job);
  };
  await queueWorker({ queue, atOnce: 2, perform, onProblem: never }).whenIdle();
  assert.deepEqual(done, [1, 2, 3, 4, 5]);
  assert.equal(most, 2);
  assert.deepEqual(calls.slice(0, 2), ['begin', 'claim 2']);
  assert.equal(calls.filter((call) => call === 'begin').length, 1);
});

test('whatever wakes a worker during a claim leads to one more claim, after it and never beside it', async () => {
  const { queue } = numbers();
  let [underWay, claims] = [0, 0];
  const going: (() => void)[] = [];
  const claim = async () => {
    assert.equal(++underWay, 1);
    claims += 1;
    await new Promise<void>((done) => going.push(done));
    underWay -= 1;
    return [];
  };
  const { wake, whenIdle: settled } = queueWorker({
    queue: { ...queue, freeAbandoned: undefined, claim },
    atOnce: 1,
    perform: async () => {},
    onProblem: never,
  });
  wake();
  await new Promise(setImmediate);
  wake();
  wake();
  going.shift()!();
  await new Promise(setImmediate);
  const isSettled = settled();
  going.shift()!();
  await new Promise(setImmediate);
  going.shift()!();
  await isSettled;
  assert.equal(claims, 3);
});

test('a stop claims no more, and gives back what it breaks off', async () => {
  const { queue, calls, waiting } = numbers(1, 2);
  let isStarted = () => {};
  const started = new Promise<void>((done) => (isStarted = done));
  const perform = (_: number, breakOff: AbortSignal) => {
    isStarted();
    return untilAborted(breakOff);
  };
  const worker = queueWorker({ queue, atOnce: 1, perform, onProblem: never });
  worker.wake();
  await started;
  await worker.stop();
  assert.deepEqual([calls.includes('free 1'), waiting], [true, [2]]);
  assert.equal(calls.at(-1), 'claim 0');
});

test('a job that fails is told and keeps its claim; the others go on', async () => {
  const { queue, calls } = numbers(1, 2);
  const problems: string[] = [];
  const done: number[] = [];
  const perform = async (job: number) => {
    if (job === 1) throw new Error('broken');
    done.push(job);
  };
  await queueWorker({ queue, atOnce: 1, perform, onProblem: ({ message }) => problems.push(message) }).whenIdle();
  assert.deepEqual([problems, done, calls.includes('free 1')], [['broken'], [2], false]);
});

test('a claim that fails is told, and the next look claims again', async () => {
  const { queue } = numbers(1);
  const problems: string[] = [];
  const done: number[] = [];
  const claim = queue.claim;
  let isBroken = true;
  queue.claim = async (most) => (isBroken ? Promise.reject(new Error('no store')) : claim(most));
  const perform = async (job: number) => void done.push(job);
  const worker = queueWorker({ queue, atOnce: 1, perform, onProblem: ({ message }) => problems.push(message) });
  await worker.whenIdle();
  isBroken = false;
  await worker.whenIdle();
  assert.deepEqual([problems, done], [['no store'], [1]]);
});

test('a job whose claim is lost is broken off; while it can be renewed, it goes on', async () => {
  let renewals = 0;
  const renew = async () => ++renewals < 3;
  await assert.rejects(
    runWithRenewal(renew, 1, never, (lost) => untilAborted(lost)),
    /abort/,
  );
  assert.equal(renewals, 3);
});

test('the last renewal has ended before the job counts as done, so that none takes a claim that was given back', async () => {
  let isRenewing = false;
  let letGo = () => {};
  const begun = new Promise<void>((done) => (letGo = done));
  const renew = async () => {
    isRenewing = true;
    letGo();
    await new Promise(setImmediate);
    isRenewing = false;
    return true;
  };
  await runWithRenewal(renew, 1, never, () => begun);
  assert.equal(isRenewing, false);
});
