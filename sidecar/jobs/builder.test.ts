import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onBothStores } from '../storage/test-stores.ts';
import { type Builder, createBuilder, type BuildStep } from './builder.ts';

onBothStores('builder', (open) => {
  const made = (holder: string, run: (step: BuildStep) => Promise<{ ok: boolean; output: string }>) =>
    createBuilder({ db: open().db, holder, now: () => 1000, run });
  const fine = { ok: true, output: 'done\n' };
  /** Round after round, until nothing is asked for. */
  const workOn = async (one: Builder): Promise<void> => {
    while ((await one.work('build')) || (await one.work('read')));
  };

  beforeEach(async () => {
    const tables = ['buildRequests', 'buildRuns', 'buildSteps', 'buildFailures', 'buildResults'] as const;
    for (const table of tables) await open().db.deleteFrom(table).execute();
  });

  test('requests that come together are one build', async () => {
    const steps: BuildStep[] = [];
    const one = made('a', async (step) => {
      steps.push(step);
      return fine;
    });
    await Promise.all([one.request(), one.request(), one.request()]);
    assert.equal(await one.work('build'), true);
    assert.equal(await one.work('build'), false);
    assert.deepEqual(steps, ['build']);
  });

  test('a request for the feeds reads them, then builds', async () => {
    const steps: BuildStep[] = [];
    const one = made('a', async (step) => {
      steps.push(step);
      return fine;
    });
    await one.request('ingest');
    await workOn(one);
    assert.deepEqual(steps, ['ingest', 'build']);
  });

  test('only the sidecar that would build gets ready', async () => {
    let readied = 0;
    const one = (leaves: boolean) =>
      createBuilder({
        ...{ db: open().db, holder: 'a', now: () => 1000, run: async () => fine },
        ...{ leaves: async () => leaves, getReady: () => void readied++ },
      });
    await one(true).getReady();
    assert.equal(readied, 0);
    await one(false).getReady();
    assert.equal(readied, 1);
  });

  test('a decision is live before its pictures are copied, which causes another build', async () => {
    const steps: BuildStep[] = [];
    const one = made('a', async (step) => {
      steps.push(step);
      return fine;
    });
    await one.request('pictures');
    await one.request('build');
    assert.equal(await one.work('read'), false);
    await workOn(one);
    assert.deepEqual(steps, ['build', 'pictures', 'build']);
  });

  test('a decision does not wait for feeds that are being read', async () => {
    const steps: BuildStep[] = [];
    const one = made('a', async (step) => {
      steps.push(step);
      if (step === 'ingest') {
        await one.request('build');
        assert.deepEqual([await one.isUnderWay('build'), await one.isUnderWay('read')], [true, true]);
        assert.equal(await one.work('build'), true);
        assert.deepEqual([await one.isUnderWay('build'), await one.isUnderWay('read')], [false, true]);
        assert.equal((await one.last())?.ok, true);
      }
      return fine;
    });
    await one.request('ingest');
    await workOn(one);
    assert.deepEqual(steps, ['ingest', 'build', 'build']);
  });

  test('a request that comes during a build is done after it, and another sidecar does not build meanwhile', async () => {
    let builds = 0;
    const other = made('b', async () => fine);
    const one = made('a', async () => {
      if (builds++ === 0) {
        await one.request();
        assert.equal(await other.work('build'), false);
      }
      return fine;
    });
    await one.request();
    await one.work('build');
    assert.equal(await other.work('build'), true);
    assert.equal(builds, 1);
  });

  test('a failed reading says why, and brings no build', async () => {
    const one = made('a', async (step) => ({ ok: step === 'build', output: `${step} says no` }));
    await one.request('ingest');
    await workOn(one);
    assert.deepEqual(await one.last(), { ok: false, output: 'ingest says no', finishedAt: 1000, tookMs: 0 });
  });

  test('an approval becomes visible although the feeds, asked for together with it, cannot be read', async () => {
    const steps: BuildStep[] = [];
    const one = made('a', async (step) => {
      steps.push(step);
      return { ok: step === 'build', output: `${step}. ` };
    });
    await one.request('ingest');
    await one.request('build');
    await workOn(one);
    assert.deepEqual(steps, ['build', 'ingest']);
    assert.deepEqual(await one.last(), { ok: false, output: 'ingest. ', finishedAt: 1000, tookMs: 0 });
  });

  test('the next sidecar completes the work of one that crashed', async () => {
    const dying = made('a', () => Promise.reject(new Error('killed')));
    await dying.request('ingest');
    await assert.rejects(dying.work('read'));
    await dying.request('build');
    await assert.rejects(dying.work('build'));
    const steps: BuildStep[] = [];
    const next = made('b', async (step) => {
      steps.push(step);
      return fine;
    });
    await workOn(next);
    assert.deepEqual(steps, ['build', 'ingest', 'build']);
  });

  test('feeds are read when their time has come, and an hour does not pass without a build', async () => {
    let now = 0;
    const steps: BuildStep[] = [];
    const run = async (step: BuildStep) => {
      steps.push(step);
      return fine;
    };
    const one = createBuilder({ db: open().db, holder: 'a', now: () => now, run });
    for (const minutes of [0, 39, 40, 41, 79, 80]) {
      now = minutes * 60_000;
      await one.requestDue(40 * 60_000);
      await workOn(one);
    }
    assert.deepEqual(steps, ['ingest', 'build', 'ingest', 'build']);
    for (const minutes of [134, 136]) {
      now = minutes * 60_000;
      await one.requestDue(0);
      await workOn(one);
    }
    assert.deepEqual(steps.slice(4), ['build']);
    now = 5 * 365 * 24 * 3_600_000;
    await one.requestDue(3_600_000);
    await workOn(one);
    now = 4 * 24 * 3_600_000;
    await one.requestDue(3_600_000);
    await workOn(one);
    assert.deepEqual(steps.slice(5), ['ingest', 'build', 'ingest', 'build'], 'the clock was ahead, and is set');
    await one.requestDue(3_600_000);
    await workOn(one);
    assert.equal(steps.length, 9);
  });

  test('a build that failed is tried again, after pauses that double, until one succeeds', async () => {
    const seconds: number[] = [];
    let now = 0;
    const run = async () => {
      seconds.push(now / 1000);
      return { ok: now >= 100_000, output: '' };
    };
    const one = createBuilder({ db: open().db, holder: 'a', now: () => now, run });
    await one.request();
    await workOn(one);
    for (; now <= 600_000; now += 5000) {
      await one.requestDue(0);
      await workOn(one);
    }
    assert.deepEqual(seconds, [0, 10, 30, 70, 150]);
  });

  test('a build that failed while the clock was ahead is tried again once it is set', async () => {
    let now = 5 * 365 * 24 * 3_600_000;
    let runs = 0;
    const run = async () => ({ ok: ++runs > 1, output: '' });
    const one = createBuilder({ db: open().db, holder: 'a', now: () => now, run });
    await one.request();
    await workOn(one);
    now = 60_000;
    await one.requestDue(0);
    await workOn(one);
    assert.equal(runs, 2);
  });
});
