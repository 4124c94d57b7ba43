import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../store/test-stores.ts';
import type { HearSource } from './hear-source.ts';
import { addJob, claimJob, claimMs, findJob, type Job, type Result } from './jobs.ts';
import { isSettled, transcription } from './transcription.ts';
import { transcribeWorker } from './worker.ts';

const result: Result = {
  segments: [],
  language: 'en',
  languageSource: 'request',
  durationSeconds: 3,
  engine: 'e',
  source: 'embedded',
  warnings: [],
};
const request = (name: string) => ({ sourceUrl: `https://pod.example/${name}` });
const namesOf = (jobs: (Job | undefined)[]) => jobs.map((job) => job?.sourceUrl.split('/').at(-1));

onBothStores('jobs of transcription', (open) => {
  const fresh = async () => {
    const { db } = open();
    await db.deleteFrom('transcribeJobs').execute();
    return db;
  };

  test('are taken oldest first, each by one worker, and again when a worker died, but not for ever', async () => {
    const db = await fresh();
    await addJob(db, request('one'), 1);
    await addJob(db, request('two'), 2);
    const taken = await Promise.all([claimJob(open(), 10), claimJob(open(), 10), claimJob(open(), 10)]);
    assert.deepEqual(namesOf(taken).sort(), ['one', 'two', undefined]);
    assert.equal(await claimJob(open(), 10 + claimMs - 1), undefined);
    const problems: Error[] = [];
    const hear: HearSource = async () => result;
    let now = 10;
    for (let died = 0; died < 3; died += 1) {
      now += claimMs;
      await claimJob(open(), now);
    }
    now += claimMs;
    const worker = transcribeWorker({
      store: open(),
      hear,
      now: () => now,
      onProblem: (error) => problems.push(error),
    });
    const all = transcription({ store: open(), worker, allowedHosts: [], now: () => now, onProblem: () => {} });
    worker.wake();
    const [one, two] = await Promise.all(taken.filter((job) => job !== undefined).map((job) => all.wait(job, 5000)));
    assert.deepEqual([one!.status, two!.status].sort(), ['done', 'failed']);
    await worker.stop();
    assert.deepEqual(problems, []);
  });

  test('are given back by a stop, and done by the next worker', async () => {
    const db = await fresh();
    const job = await addJob(db, request('long'), 1);
    const hear: HearSource = async (_, stop) => {
      stop.throwIfAborted();
      return new Promise((_done, fail) => stop.addEventListener('abort', () => fail(stop.reason as Error)));
    };
    const first = transcribeWorker({ store: open(), hear, now: () => 5, onProblem: () => {} });
    first.wake();
    while ((await findJob(db, job.id))!.status !== 'running') await new Promise((done) => setTimeout(done, 5));
    await first.stop();
    const { status, attempts } = (await findJob(db, job.id))!;
    assert.deepEqual([status, attempts], ['queued', 0]);
    const second = transcribeWorker({ store: open(), hear: async () => result, now: () => 6, onProblem: () => {} });
    second.wake();
    while (!isSettled((await findJob(db, job.id))!)) await new Promise((done) => setTimeout(done, 5));
    assert.deepEqual(JSON.parse((await findJob(db, job.id))!.result!), result);
    await second.stop();
  });

  test('keep why they failed, and nothing of an error that nobody expected', async () => {
    const db = await fresh();
    const problems: Error[] = [];
    const errors = [
      new ApiError('bad_request', 'It is a play list.', { field: 'sourceUrl' }),
      new Error('ENOENT /srv/secret'),
    ];
    const hear: HearSource = ({ createdAt }) => Promise.reject(errors[createdAt]!);
    const jobs = [await addJob(db, request('a'), 0), await addJob(db, request('b'), 1)];
    const worker = transcribeWorker({ store: open(), hear, now: () => 5, onProblem: (error) => problems.push(error) });
    const all = transcription({ store: open(), worker, allowedHosts: [], now: () => 5, onProblem: () => {} });
    worker.wake();
    const [told, untold] = await Promise.all(jobs.map((job) => all.wait(job, 5000)));
    assert.match(told!.problem!, /play list.*sourceUrl/);
    assert.doesNotMatch(untold!.problem!, /secret/);
    assert.deepEqual(problems, [errors[1]]);
    await worker.stop();
  });

  test('are refused when too many wait, with when to ask again', async () => {
    const db = await fresh();
    for (let n = 0; n < 20; n += 1) await addJob(db, request(`${n}`), n);
    const worker = { wake: () => {}, stop: async () => {} };
    const all = transcription({ store: open(), worker, allowedHosts: [], now: () => 5, onProblem: () => {} });
    await assert.rejects(all.ask(request('more')), { kind: 'rate_limited', details: { retryAfterSeconds: 60 } });
  });
});
