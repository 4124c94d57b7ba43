// Tests of the limits on work from one network, and of the creator's reviews.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { dayMs } from '#domain/instants.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { grantsForWork } from '../access/grants.ts';
import { openWork } from './work.ts';
import { parseTask, type WorkAnswer } from './tasks.ts';
import { exampleRelease } from '../../release/test-example.ts';
import { senderAt, testSender } from './test-material.ts';

onBothStores('limits of work', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['workTasks', 'workAnswers'] as const) await db.deleteFrom(table).execute();
    const clock = { now: 1_800_000_000_000 };
    const answer = (n: number, set: Partial<WorkAnswer>) => {
      const none = { reason: null, workerName: null, worker: null, claimHash: null, tokenId: null, reviewedAt: null };
      const about = { id: `a${n}`, taskId: `t${n}`, answers: '{}', client: testSender.address, createdAt: clock.now };
      return db
        .insertInto('workAnswers')
        .values({ ...about, ...none, state: 'accepted', ...set })
        .execute();
    };
    return { db, clock, answer, work: openWork({ db, grants: grantsForWork(db), now: () => clock.now }) };
  };
  const limited = (error: unknown) => error instanceof ApiError && error.kind === 'rate_limited';

  test('automation: each token requires one more task, and a network gets at most five a day', async () => {
    const { work, answer, clock } = await fresh();
    const seen: number[] = [];
    for (let n = 0; n < 5; n++) {
      await answer(n, { tokenId: `token ${n}` });
      if (n < 4) seen.push((await work.offer(exampleRelease, `article:${n}`, testSender))!.tasksLeft);
    }
    assert.deepEqual(seen, [2, 3, 4, 5]);
    await assert.rejects(work.offer(exampleRelease, 'articles', testSender), limited);
    assert.ok(await work.offer(exampleRelease, 'articles', senderAt('192.0.2.77')));
    clock.now += dayMs;
    assert.equal((await work.offer(exampleRelease, 'articles', testSender))!.tasksLeft, 1);
  });

  test('a worker whose answer was pending gets the token, even if it is the last one of the day', async () => {
    const { db, work, answer } = await fresh();
    await work.fill(exampleRelease);
    const [task] = (await work.list(exampleRelease, { type: 'label_classify', limit: 1 })).tasks;
    const claim = await work.claim(exampleRelease, task!.id, 'w', testSender);
    assert.ok(typeof claim === 'object', String(claim));
    const made = parseTask(task!);
    assert.ok(made.type === 'label_classify');
    const { questions, options } = made.input;
    const label = Object.fromEntries(questions.map(({ id }) => [id, made.key.answers[id] ?? options[0]]));
    const body = { taskId: task!.id, claimToken: claim.claimToken, submission: { label } };
    assert.deepEqual(await work.submitToPool(exampleRelease, body, testSender), { status: 'pending_review' });
    const { id } = await db.selectFrom('workAnswers').select('id').executeTakeFirstOrThrow();
    for (let n = 0; n < 4; n++) await answer(n, { tokenId: `token ${n}` });
    await work.decide({ id, verdict: 'accepted', actor: 'creator', location: 'https://room.example' });
    const told = await work.submitToPool(exampleRelease, body, testSender);
    assert.ok('status' in told && told.status === 'accepted' && told.granted, JSON.stringify(told));
    await assert.rejects(work.claim(exampleRelease, task!.id, 'w', testSender), limited);
  });

  test('rejections by the creator block a network for a month', async () => {
    const { work, answer, clock } = await fresh();
    for (const n of [1, 2]) await answer(n, { state: 'rejected', createdAt: clock.now - dayMs, reviewedAt: clock.now });
    await assert.rejects(work.offer(exampleRelease, 'articles', testSender), limited);
    clock.now += 31 * dayMs;
    assert.ok(await work.offer(exampleRelease, 'articles', testSender));
  });
});
