// Tests of work: each accepted task gives one grant, and nothing else does.
import assert from 'node:assert/strict';
import type { TaskType } from '#contract/schemas/work.ts';
import { ApiError } from '#contract/errors.ts';
import { test } from 'node:test';
import type { Release } from '../../release/release.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { grantsForWork } from '../access/grants.ts';
import { openWork, type Sender } from './work.ts';
import type { MadeTask } from './rules/task.ts';
import { findTask, parseTask, taskLifetimeMs } from './tasks.ts';
import { isSample } from './workers.ts';
import { exampleAccess, exampleRelease } from '../../release/test-example.ts';
import { exampleMaterial, senderAt, honestSummaries, testSender } from './test-material.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const { pieces } = exampleMaterial();
const pieceOf = (id: string): string => pieces.find((piece) => piece.id === id)!.text();

type Question = { options?: string[] } | object;

const optionsOfQuestion = (task: MadeTask, question: Question): string[] | undefined => {
  if ('options' in question) return question.options;
  if (task.type === 'match') return task.input.options.map(({ id }) => id);
  return task.type === 'label_classify' ? task.input.options : undefined;
};

onBothStores('work', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['workTasks', 'workAnswers', 'workers', 'grants'] as const)
      await db.deleteFrom(table).execute();
    const clock = { now: 1_800_000_000_000 };
    const work = openWork({ db, grants: grantsForWork(db), now: () => clock.now });
    const grants = async () => (await db.selectFrom('grants').selectAll().execute()).length;
    return { db, clock, work, grants };
  };

  /** Answers correctly; `answerOpen` is the index of the option for open questions. */
  const rightAnswer = async (origin: 'offer' | 'pool', id: string, answerOpen = 0): Promise<object> => {
    const made = parseTask((await findTask(open().db, origin, id))!);
    assert.ok(made.type !== 'summarize');
    const all = made.input.questions.map((question) => {
      const options = optionsOfQuestion(made, question);
      return [question.id, made.key.answers[question.id] ?? options?.[answerOpen] ?? 'Why so?'];
    });
    const answers = Object.fromEntries(all) as object;
    return made.type === 'match'
      ? { matchId: answers }
      : made.type === 'micro_survey'
        ? { answers }
        : { label: answers };
  };
  const wrong = async (origin: 'offer' | 'pool', id: string): Promise<object> => {
    const right = (await rightAnswer(origin, id)) as Record<string, Record<string, string>>;
    const [name] = Object.keys(right);
    const values = Object.entries(right[name!]!);
    const turned = values.map(([key], at) => [key, values[(at + 1) % values.length]![1]]);
    return { [name!]: Object.fromEntries(turned) as object };
  };

  type Fresh = Awaited<ReturnType<typeof fresh>>;
  const offer = async ({ work }: Fresh, sender = testSender): Promise<string> =>
    (await work.offer(exampleRelease, 'article:any', sender))!.task.id;
  const reasonOf = (done: object): unknown => ('refused' in done ? done.refused : 'granted');

  test('good work gives one token, and repeating the submission gives the same token', async () => {
    const room = await fresh();
    const id = await offer(room);
    const answer = await rightAnswer('offer', id);
    const first = await room.work.submit(exampleRelease, id, answer, testSender);
    assert.ok('accessToken' in first);
    const again = await room.work.submit(exampleRelease, id, answer, testSender);
    assert.equal('accessToken' in again && again.accessToken, first.accessToken);
    assert.equal(reasonOf(await room.work.submit(exampleRelease, id, await wrong('offer', id), testSender)), 'done');
    assert.equal(await room.grants(), 1);
  });

  test('concurrent submissions, two or twenty, give one grant', async () => {
    const room = await fresh();
    const id = await offer(room);
    const answer = await rightAnswer('offer', id);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => room.work.submit(exampleRelease, id, answer, testSender)),
    );
    assert.equal(new Set(all.map((done) => ('accessToken' in done ? done.accessToken : 'refused'))).size, 1);
    assert.equal(await room.grants(), 1);
  });

  test('a wrong submission closes the task, also for a concurrent correct one', async () => {
    const room = await fresh();
    const id = await offer(room);
    assert.equal(
      reasonOf(await room.work.submit(exampleRelease, id, await wrong('offer', id), testSender)),
      'rejected',
    );
    assert.equal(
      reasonOf(await room.work.submit(exampleRelease, id, await rightAnswer('offer', id), testSender)),
      'done',
    );
    assert.equal(await room.grants(), 0);
  });

  test('late submissions and submissions for unknown tasks give nothing', async () => {
    const room = await fresh();
    const id = await offer(room);
    const answer = await rightAnswer('offer', id);
    const held = await pooled(room, 'match');
    const late = {
      taskId: held,
      claimToken: await claim(room, held, testSender),
      submission: await rightAnswer('pool', held),
    };
    room.clock.now += taskLifetimeMs;
    assert.equal(reasonOf(await room.work.submit(exampleRelease, id, answer, testSender)), 'expired');
    assert.equal(reasonOf(await room.work.submitToPool(exampleRelease, late, testSender)), 'lease_expired');
    const other = senderAt('192.0.2.9');
    const claimToken = await claim(room, held, other);
    assert.equal(reasonOf(await room.work.submitToPool(exampleRelease, late, testSender)), 'not_claimed');
    const inTime = { ...late, claimToken };
    const accepted = await room.work.submitToPool(exampleRelease, inTime, other);
    assert.ok('status' in accepted && accepted.status === 'accepted', JSON.stringify(accepted));
    assert.equal(await room.grants(), 1);
    room.clock.now += taskLifetimeMs;
    assert.equal(reasonOf(await room.work.submit(exampleRelease, 'none', answer, testSender)), 'unknown');
    assert.equal(await room.grants(), 1);
  });

  test('a repeated request gets the same task, also concurrently, and a new one after it has expired', async () => {
    const { work, clock } = await fresh();
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await work.offer(exampleRelease, 'articles', testSender))!.task.id),
    );
    assert.equal(new Set(ids).size, 1);
    clock.now += taskLifetimeMs;
    assert.notEqual((await work.offer(exampleRelease, 'articles', testSender))!.task.id, ids[0]);
  });

  test('mass guessing: five rejected submissions block the whole network for a while', async () => {
    const room = await fresh();
    const guesser = senderAt('2001:db8:1:2::1');
    for (let n = 0; n < 5; n++) {
      const id = await offer(room, guesser);
      assert.equal(reasonOf(await room.work.submit(exampleRelease, id, await wrong('offer', id), guesser)), 'rejected');
    }
    const one = await offer(room, senderAt('192.0.2.8'));
    const answer = await rightAnswer('offer', one);
    const limited = (error: unknown) => error instanceof ApiError && error.kind === 'rate_limited';
    await assert.rejects(room.work.submit(exampleRelease, one, answer, senderAt('2001:db8:1:2:ffff::7')), limited);
    await assert.rejects(room.work.offer(exampleRelease, 'articles', guesser), limited);
    room.clock.now += 3_600_000;
    assert.ok(await room.work.offer(exampleRelease, 'articles', guesser));
  });

  const pooled = async ({ work, db }: Fresh, type: TaskType): Promise<string> => {
    await work.fill(exampleRelease);
    const { tasks } = await work.list(exampleRelease, { type, limit: 100 });
    const ids = tasks.map(({ id }) => id);
    assert.ok(ids.length > 0, String(db));
    return ids[0]!;
  };
  const claim = async ({ work }: Fresh, id: string, sender: Sender, name = 'w'): Promise<string> => {
    const made = await work.claim(exampleRelease, id, name, sender);
    assert.ok(typeof made === 'object', String(made));
    return made.claimToken;
  };

  test('a claimed task is not listed, only one of many concurrent claims gets it, and it returns after the lease', async () => {
    const room = await fresh();
    const id = await pooled(room, 'match');
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, n) => room.work.claim(exampleRelease, id, 'w', senderAt(`192.0.2.${n}`))),
    );
    assert.equal(claims.filter((one) => typeof one === 'object').length, 1);
    assert.equal(claims.filter((one) => one === 'taken').length, 7);
    const isListed = async () =>
      (await room.work.list(exampleRelease, { limit: 100 })).tasks.some((task) => task.id === id);
    assert.equal(await isListed(), false);
    room.clock.now += taskLifetimeMs;
    assert.equal(await isListed(), true);
    const { claimToken } = claims.find((one) => typeof one === 'object')!;
    const late = { taskId: id, claimToken, submission: await rightAnswer('pool', id) };
    assert.equal(reasonOf(await room.work.submitToPool(exampleRelease, late, testSender)), 'lease_expired');
    assert.equal(await room.grants(), 0);
  });

  test('claim stealing and answering for another’s task: only the claim token of the task counts', async () => {
    const room = await fresh();
    const mine = await pooled(room, 'match');
    const theirs = await pooled(room, 'label_classify');
    await claim(room, theirs, senderAt('192.0.2.9'));
    const claimToken = await claim(room, mine, testSender);
    const stolen = { taskId: theirs, claimToken, submission: await rightAnswer('pool', theirs) };
    assert.equal(reasonOf(await room.work.submitToPool(exampleRelease, stolen, testSender)), 'not_claimed');
    assert.equal(reasonOf(await room.work.submit(exampleRelease, theirs, stolen.submission, testSender)), 'unknown');
    const forged = { ...stolen, claimToken: 'guessed' };
    assert.equal(reasonOf(await room.work.submitToPool(exampleRelease, forged, testSender)), 'not_claimed');
    assert.equal(await room.grants(), 0);
  });

  test('checked work of the pool is accepted once, even with concurrent submissions', async () => {
    const room = await fresh();
    const id = await pooled(room, 'match');
    const claimToken = await claim(room, id, testSender);
    const body = { taskId: id, claimToken, submission: await rightAnswer('pool', id) };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => room.work.submitToPool(exampleRelease, body, testSender)),
    );
    const tokens = all.map((one) => ('status' in one && one.status === 'accepted' ? one.granted?.accessToken : 'none'));
    assert.equal(new Set(tokens).size, 1);
    assert.equal(await room.grants(), 1);
    const record = await room.db.selectFrom('workers').select(['accepted', 'rejected']).executeTakeFirst();
    assert.deepEqual({ ...record }, { accepted: 1, rejected: 0 });
  });

  const handIn = async (room: Fresh, id: string, sender: Sender, open = 0, claimToken?: string) => {
    const token = claimToken ?? (await claim(room, id, sender));
    const body = { taskId: id, claimToken: token, submission: await rightAnswer('pool', id, open) };
    return { token, outcome: await room.work.submitToPool(exampleRelease, body, sender) };
  };
  const statusOf = (outcome: object): unknown => ('status' in outcome ? outcome.status : reasonOf(outcome));

  const trust = async ({ db }: Fresh, name: string) =>
    db.updateTable('workers').set({ accepted: 8 }).where('name', '=', name).execute();
  /** Finds an id that is not in the sample for the creator. */
  const unsampled = async (room: Fresh, work: () => Promise<{ outcome: object }>) => {
    for (let n = 0; n < 20; n++) {
      const { outcome } = await work();
      const last = await room.db.selectFrom('workAnswers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      if (!isSample(last.id)) return outcome;
      await room.db.deleteFrom('workAnswers').where('id', '=', last.id).execute();
    }
    return assert.fail('all are samples');
  };

  test('collusion: agreement of two new workers earns nothing, agreement with a trusted worker does', async () => {
    const room = await fresh();
    const id = await pooled(room, 'label_classify');
    const first = await handIn(room, id, testSender);
    assert.equal(statusOf(first.outcome), 'pending_review');
    assert.equal(await room.work.claim(exampleRelease, id, 'another-name', testSender), 'answered_before');
    assert.equal(statusOf((await handIn(room, id, senderAt('192.0.2.2'))).outcome), 'pending_review');
    assert.equal(await room.grants(), 0);
    const known = senderAt('192.0.2.3');
    const outcome = await unsampled(room, async () => {
      await room.db.updateTable('workTasks').set({ state: 'open' }).where('id', '=', id).execute();
      const claimToken = await claim(room, id, known, 'known');
      await trust(room, 'known');
      return handIn(room, id, known, 0, claimToken);
    });
    assert.equal(statusOf(outcome), 'accepted');
    assert.equal(statusOf((await handIn(room, id, testSender, 0, first.token)).outcome), 'accepted');
    assert.equal(await room.grants(), 3);
  });

  test('a worker with a good record seldom waits, but only under its own name and address', async () => {
    const room = await fresh();
    const id = await pooled(room, 'label_classify');
    const other = await pooled(room, 'micro_survey');
    const outcome = await unsampled(room, async () => {
      const claimToken = await claim(room, id, testSender);
      await trust(room, 'w');
      return handIn(room, id, testSender, 0, claimToken);
    });
    assert.equal(statusOf(outcome), 'accepted');
    assert.equal(statusOf((await handIn(room, other, senderAt('192.0.2.5'))).outcome), 'pending_review');
  });

  test('claim hoarding: tasks that are claimed are replaced by new ones', async () => {
    const room = await fresh();
    await room.work.fill(exampleRelease);
    for (let network = 0; network < 6; network++) {
      for (const { id } of (await room.work.list(exampleRelease, { limit: 3 })).tasks)
        await room.work.claim(exampleRelease, id, 'w', senderAt(`203.0.113.${network}`));
    }
    const before = (await room.work.list(exampleRelease, { limit: 100 })).total;
    await room.work.fill(exampleRelease);
    const after = (await room.work.list(exampleRelease, { limit: 100 })).total;
    assert.ok(before < after && after >= 12, `${before}, ${after}`);
  });

  test('a higher price requires more tasks, each with its own answer, for one token', async () => {
    const room = await fresh();
    const left: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      const offered = (await room.work.offer(exampleRelease, 'transcribe', testSender))!;
      left.push(offered.tasksLeft);
      const done = await room.work.submit(
        exampleRelease,
        offered.task.id,
        await rightAnswer('offer', offered.task.id),
        testSender,
      );
      left.push('tasksLeft' in done ? done.tasksLeft : reasonOf(done));
    }
    assert.deepEqual(left, [2, 1, 1, 'granted']);
    assert.equal(await room.grants(), 1);
  });

  test('if only summaries can be offered, three in a row are required, and a rejected one starts over', async () => {
    const room = await fresh();
    const own = (id: string) => Object.entries(honestSummaries).find(([begin]) => id.startsWith(begin))?.[1];
    const items = [...exampleRelease.index.items].filter(({ id }) => own(id)).map((item) => ({ ...item, summary: '' }));
    const facts = { ...exampleRelease.facts, access: { ...exampleAccess, prices: { 'guest-kit': 5 } } };
    const texts = { ...exampleRelease.texts, candidate: (n: number) => ({ texts: { body: pieceOf(items[n]!.id) } }) };
    const free = { ...exampleRelease, facts, texts, index: { items: itemsInMemory(items) } } as unknown as Release;
    const hand = async (isGood: boolean) => {
      const { task, tasksLeft } = (await room.work.offer(free, 'guest-kit', testSender))!;
      const made = parseTask(task);
      assert.ok(made.type === 'summarize');
      const summary = isGood ? own(made.key.pieceId)! : 'Words that are joined without a thought, '.repeat(4);
      const done = await room.work.submit(free, task.id, { summary }, testSender);
      return [tasksLeft, 'tasksLeft' in done ? done.tasksLeft : reasonOf(done)];
    };
    assert.deepEqual(await hand(true), [3, 2]);
    assert.deepEqual(await hand(true), [2, 1]);
    room.clock.now += 1000;
    assert.deepEqual(await hand(false), [1, 'rejected']);
    room.clock.now += 1000;
    assert.deepEqual(await hand(true), [3, 2]);
    assert.deepEqual(await hand(true), [2, 1]);
    assert.deepEqual(await hand(true), [1, 'granted']);
    assert.equal(await room.grants(), 1);
  });

  test('switched off: nothing is listed', async () => {
    const room = await fresh();
    await room.work.fill(exampleRelease);
    const off = {
      ...exampleRelease,
      facts: { ...exampleRelease.facts, access: { ...exampleAccess, work: false } },
    } as Release;
    assert.deepEqual(await room.work.list(off, { limit: 10 }), { tasks: [], total: 0 });
  });
});
