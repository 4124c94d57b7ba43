import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import type { Db, Store } from '../../storage/store.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { TranscribeSource, LookUpSource } from './transcribe-source.ts';
import { claimJob, requeueAbandonedJobs } from './claim-job.ts';
import { addJob, claimMs, findJob, type TranscriptionJob, renewJob } from './jobs.ts';
import { takeSlot } from './queue-slots.ts';
import { isSettled, createTranscription } from './transcription.ts';
import { emptyResult as result } from './test-result.ts';
import { createTranscriptionWorker } from './worker.ts';

const request = (name: string) => ({ sourceUrl: `https://pod.example/${name}` });
/** Timeout that is long enough for a busy machine. */
const patienceMs = 600_000;
const some = { client: 'somebody', takesPlace: true };
const lookUp: LookUpSource = async () => undefined;
const defaultDeps = { checkLanguage: () => {}, knownDuration: () => undefined, allowedHosts: [] };
const claim = (store: Store, now: number) => claimJob(store, true, now);
/** Lets a worker claim the job, begin and die. */
async function dieWith(store: Store, now: number): Promise<TranscriptionJob | undefined> {
  const job = await claim(store, now);
  if (job) await renewJob(store.db, { ...job, attempts: job.attempts + 1 }, now);
  return job;
}
const countRows = async (db: Db) => (await db.selectFrom('transcribeJobs').select('id').execute()).length;
const namesOf = (jobs: (TranscriptionJob | undefined)[]) => jobs.map((job) => job?.sourceUrl.split('/').at(-1));

onBothStores('transcription jobs', (open) => {
  const fresh = async () => {
    const { db } = open();
    await db.deleteFrom('transcribeJobs').execute();
    return db;
  };

  /** Creates a transcription service whose worker wakes only for new jobs. */
  const running = (transcribe: TranscribeSource, known: LookUpSource = lookUp) => {
    const deps = { store: open(), now: () => 5, onProblem: () => {} };
    const worker = createTranscriptionWorker({ ...deps, transcribe });
    const idle = { wake: () => {}, stop: async () => {} };
    return { worker, service: createTranscription({ ...deps, worker: idle, lookUp: known, ...defaultDeps }) };
  };

  test('are claimed oldest first by one worker each, and a few times again if the worker dies', async () => {
    const db = await fresh();
    await addJob(db, request('one'), some, 1);
    await addJob(db, request('two'), some, 2);
    const taken = await Promise.all([dieWith(open(), 10), claim(open(), 10), claim(open(), 10)]);
    assert.deepEqual(namesOf(taken).sort(), ['one', 'two', undefined]);
    assert.equal(await claim(open(), 10 + claimMs - 1), undefined);
    const problems: Error[] = [];
    const transcribe: TranscribeSource = async () => result;
    let now = 10;
    for (let died = 0; died < 4; died += 1) {
      now += claimMs;
      await dieWith(open(), now);
      now += 100_000;
    }
    now += claimMs;
    const worker = createTranscriptionWorker({
      store: open(),
      transcribe,
      now: () => now,
      onProblem: (error) => problems.push(error),
    });
    const service = createTranscription({
      store: open(),
      worker,
      lookUp,
      ...defaultDeps,
      now: () => now,
      onProblem: () => {},
    });
    worker.wake();
    const [one, two] = await Promise.all(
      taken.filter((job) => job !== undefined).map((job) => service.wait(job, patienceMs)),
    );
    assert.deepEqual([one!.status, two!.status].sort(), ['done', 'failed']);
    await worker.stop();
    assert.deepEqual(problems, []);
  });

  test('store the paid limit, and are refused at once if the recording is known to be longer', async () => {
    await fresh();
    const { worker, service } = running(
      async () => result,
      async ({ sourceUrl }) => (sourceUrl.includes('known') ? { ...result, durationSeconds: 4000 } : undefined),
    );
    const longer = { kind: 'bad_request', details: { field: 'sourceUrl', maximumMinutes: 60, durationMinutes: 67 } };
    await assert.rejects(service.submit(request('known'), { client: 'a', paid: { maxMinutes: 60 } }), longer);
    await assert.rejects(service.assertSuitable({ ...request('known'), maxMinutes: 60 }), longer);
    assert.equal((await service.submit(request('known'), { client: 'a', paid: { maxMinutes: 67 } })).status, 'done');
    assert.equal(
      (await service.submit({ ...request('new'), maxMinutes: 9 }, { client: 'a', paid: { maxMinutes: 7 } })).maxMinutes,
      7,
    );
    assert.equal((await service.submit(request('new'), { client: 'a' })).maxMinutes, null);
    await worker.stop();
  });

  test('are requeued when the sidecar stops, and done by the next worker', async () => {
    const db = await fresh();
    const job = await addJob(db, request('long'), some, 1);
    const transcribe: TranscribeSource = async (_, stop) => {
      stop.throwIfAborted();
      return new Promise((_done, fail) => stop.addEventListener('abort', () => fail(stop.reason as Error)));
    };
    const first = createTranscriptionWorker({ store: open(), transcribe, now: () => 5, onProblem: () => {} });
    first.wake();
    while ((await findJob(db, job.id))!.status !== 'running') await new Promise((done) => setTimeout(done, 5));
    await first.stop();
    const { status, attempts } = (await findJob(db, job.id))!;
    assert.deepEqual([status, attempts], ['queued', 0]);
    const second = createTranscriptionWorker({
      store: open(),
      transcribe: async () => result,
      now: () => 6,
      onProblem: () => {},
    });
    second.wake();
    while (!isSettled((await findJob(db, job.id))!)) await new Promise((done) => setTimeout(done, 5));
    assert.deepEqual(JSON.parse((await findJob(db, job.id))!.result!), result);
    await second.stop();
  });

  test('store the reason of a failure, but no details of unexpected errors', async () => {
    const db = await fresh();
    const problems: Error[] = [];
    const errors = [
      new ApiError('bad_request', 'It is a playlist.', { field: 'sourceUrl' }),
      new Error('ENOENT /srv/secret'),
    ];
    const transcribe: TranscribeSource = ({ createdAt }) => Promise.reject(errors[createdAt]!);
    const jobs = [await addJob(db, request('a'), some, 0), await addJob(db, request('b'), some, 1)];
    const worker = createTranscriptionWorker({
      store: open(),
      transcribe,
      now: () => 5,
      onProblem: (error) => problems.push(error),
    });
    const service = createTranscription({
      store: open(),
      worker,
      lookUp,
      ...defaultDeps,
      now: () => 5,
      onProblem: () => {},
    });
    worker.wake();
    const [told, untold] = await Promise.all(jobs.map((job) => service.wait(job, patienceMs)));
    assert.match(told!.problem!, /playlist.*sourceUrl/);
    assert.doesNotMatch(untold!.problem!, /secret/);
    assert.deepEqual(problems, [errors[1]]);
    await worker.stop();
  });

  test('wait longer after each death of their worker, and a restart does not shorten the wait', async () => {
    const db = await fresh();
    await addJob(db, request('crashes'), some, 1);
    let now = 10;
    for (const pauseMs of [10_000, 60_000]) {
      assert.ok(await dieWith(open(), now));
      now += claimMs;
      assert.equal(await claim(open(), now), undefined);
      await requeueAbandonedJobs(open(), now);
      assert.equal(await claim(open(), now + pauseMs - 1), undefined);
      now += pauseMs;
    }
    assert.equal((await claim(open(), now))!.attempts, 2);
  });

  test('of a dead process wait after the next start', async () => {
    const db = await fresh();
    if (open().kind !== 'sqlite') return;
    await addJob(db, request('crashes'), some, 1);
    await dieWith(open(), 10);
    await requeueAbandonedJobs(open(), 11);
    assert.equal(await claim(open(), 11), undefined);
    assert.equal(await claim(open(), 11 + 9_999), undefined);
    assert.ok(await claim(open(), 11 + 10_000));
  });

  test('that only waited for their turn lose no attempt if the process dies', async () => {
    const db = await fresh();
    const { id } = await addJob(db, request('waits'), some, 1);
    for (let died = 0, now = 10; died < 5; died += 1, now += claimMs) assert.ok(await claim(open(), now), `${died}`);
    assert.equal((await findJob(db, id))!.attempts, 0);
  });

  test('store the partial transcript while they run, and count an attempt once it is their turn', async () => {
    const db = await fresh();
    const segments = [{ start: 0, end: 2, text: 'The tide is turning.' }];
    const part = { until: 30.300000000000001, segments, unheard: [], loops: [], soundSeconds: 2, heardSeconds: 2 };
    const transcribe: TranscribeSource = (_, stop, progress) => {
      progress.turn();
      progress.share(0.5297499999999999);
      progress.part(part);
      progress.duration(60);
      return new Promise((_done, fail) => stop.addEventListener('abort', () => fail(stop.reason as Error)));
    };
    const { service, worker } = running(transcribe);
    const { id } = await addJob(db, request('a'), some, 1);
    worker.wake();
    const job = await service.wait((await findJob(db, id))!, patienceMs, {
      isEnough: ({ durationSeconds }) => durationSeconds !== null,
    });
    const { untilSeconds, segments: kept } = JSON.parse(job.result!) as { untilSeconds: number; segments: unknown };
    assert.deepEqual([job.attempts, job.progress, untilSeconds, kept], [1, 0.53, 30.3, segments]);
    await worker.stop();
    const { attempts, status, progress } = (await findJob(db, id))!;
    assert.deepEqual([attempts, status, progress], [0, 'queued', 0.53]);
  });

  test('that run are never all of one client or host', async () => {
    const db = await fresh();
    const from = (host: string) => ({ sourceUrl: `https://${host}/a.mp3` });
    for (let n = 0; n < 5; n += 1) await addJob(db, from(`h${n}.example`), { client: 'greedy', takesPlace: true }, n);
    for (let n = 0; n < 5; n += 1)
      await addJob(db, from('slow.example'), { client: `c${n}`, takesPlace: true }, 10 + n);
    await addJob(db, from('other.example'), { client: 'patient', takesPlace: true }, 20);
    const taken: string[] = [];
    for (let job = await claim(open(), 30); job; job = await claim(open(), 30)) taken.push(`${job.client} ${job.host}`);
    assert.deepEqual(taken, [
      'greedy h0.example',
      'greedy h1.example',
      'greedy h2.example',
      'c0 slow.example',
      'c1 slow.example',
      'c2 slow.example',
      'patient other.example',
    ]);
  });

  test('end at once if they are cancelled, and stay cancelled', async () => {
    const db = await fresh();
    const { service, worker } = running(async (_, stop) => {
      await new Promise((done) => stop.addEventListener('abort', done));
      throw stop.reason;
    });
    const first = await addJob(db, request('a'), some, 1);
    const second = await addJob(db, request('b'), some, 2);
    assert.match((await service.cancel(second.id))!.problem!, /was cancelled/);
    worker.wake();
    while ((await findJob(db, first.id))!.status !== 'running') await new Promise((done) => setTimeout(done, 5));
    assert.equal((await service.cancel(first.id))!.status, 'failed');
    await worker.stop();
    const { status, problem } = (await service.cancel(first.id))!;
    assert.deepEqual([status, JSON.parse(problem!).details], ['failed', { reason: 'cancelled' }]);
    assert.equal(await service.cancel('nothing'), undefined);
  });

  test('stop their work if they are cancelled', async () => {
    const db = await fresh();
    let stopped = () => {};
    const gone = new Promise<void>((done) => (stopped = done));
    const { service, worker } = running(async (_, stop) => {
      stop.addEventListener('abort', stopped);
      await gone;
      throw stop.reason;
    });
    const job = await addJob(db, request('a'), some, 1);
    worker.wake();
    while ((await findJob(db, job.id))!.status !== 'running') await new Promise((done) => setTimeout(done, 5));
    await service.cancel(job.id);
    await gone;
    await worker.stop();
  });

  test('are refused if too many wait in total, of a client or of a host, with the time of a retry', async () => {
    const db = await fresh();
    const { service } = running(async () => result);
    const refused = { kind: 'rate_limited', details: { retryAfterSeconds: 60 } };
    const submit = (host: string, client: string) => service.submit({ sourceUrl: `https://${host}/a.mp3` }, { client });
    for (let n = 0; n < 5; n += 1) await submit(`h${n}.example`, 'greedy');
    await assert.rejects(submit('h9.example', 'greedy'), { ...refused, message: /You have 5 recordings/ });
    for (let n = 0; n < 10; n += 1) await submit('slow.example', `c${n}`);
    await assert.rejects(submit('slow.example', 'other'), { ...refused, message: /of slow.example/ });
    for (let n = 0; n < 5; n += 1) await submit(`o${n}.example`, `o${n}`);
    await assert.rejects(submit('last.example', 'last'), { ...refused, message: /queue is full/ });
    assert.equal(await countRows(db), 20);
  });

  test('with a known result are accepted even if the queue is full', async () => {
    const db = await fresh();
    for (let n = 0; n < 20; n += 1) await addJob(db, request(`${n}`), { ...some, client: `c${n}` }, n);
    const known = running(
      async () => result,
      async ({ sourceUrl }) => (sourceUrl.endsWith('heard') ? result : 'published'),
    );
    const job = await known.service.submit(request('heard'), { client: 'somebody' });
    assert.deepEqual([job.status, JSON.parse(job.result!)], ['done', result]);
    const published = await known.service.submit(request('published'), { client: 'somebody' });
    assert.equal((await claimJob(open(), false, 30))!.id, published.id);
    await assert.rejects(takeSlot(db, published), { kind: 'rate_limited' });
  });
});
