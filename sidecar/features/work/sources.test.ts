// Tests of tasks that outlive their release: they do not show texts that are no longer published in the same form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskType } from '#contract/schemas/work.ts';
import { taskTypes } from '#contract/schemas/work.ts';
import type { Release } from '../../release/release.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { grantsForWork } from '../access/grants.ts';
import { openWork } from './work.ts';
import { findTask, parseTask, taskLifetimeMs } from './tasks.ts';
import { exampleRelease } from '../../release/test-example.ts';
import { testSender } from './test-material.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const { texts, index, facts } = exampleRelease;
/**
 * Later releases, by what happened to an item: it was retracted, hidden or edited, or its price was added or removed.
 */
const without = (gone: (id: string) => boolean): Release => {
  const items = itemsInMemory([...index.items].filter(({ id }) => !gone(id)));
  const keyOf = (id: string) => (gone(id) ? '' : texts.keyOf(id));
  return { ...exampleRelease, index: { ...index, items }, texts: { ...texts, keyOf } } as Release;
};
const edited = (is: (id: string) => boolean): Release =>
  ({
    ...exampleRelease,
    texts: { ...texts, keyOf: (id: string) => texts.keyOf(id) + (is(id) ? ' edited' : '') },
  }) as Release;

onBothStores('sources of work', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['workTasks', 'workAnswers', 'workers', 'grants'] as const)
      await db.deleteFrom(table).execute();
    const clock = { now: 1_800_000_000_000 };
    const work = openWork({ db, grants: grantsForWork(db), now: () => clock.now });
    await work.fill(exampleRelease);
    const sourcesOf = async (origin: 'pool' | 'offer', id: string): Promise<string[]> =>
      Object.keys((JSON.parse((await findTask(db, origin, id))!.task) as { sources: object }).sources);
    const first = async (type: TaskType) => (await work.list(exampleRelease, { type, limit: 1 })).tasks[0]!.id;
    const ids = async (of: Release) => (await work.list(of, { limit: 100 })).tasks.map(({ id }) => id);
    return { db, clock, work, sourcesOf, first, ids };
  };

  for (const type of taskTypes)
    test(`${type}: a task with a removed or edited item is neither listed nor claimed, and is replaced`, async () => {
      const { work, sourcesOf, first, ids } = await fresh();
      const id = await first(type);
      for (const source of await sourcesOf('pool', id))
        for (const next of [without((one) => one === source), edited((one) => one === source)]) {
          assert.ok(!(await ids(next)).includes(id), source);
          assert.equal(await work.claim(next, id, 'w', testSender), 'unknown');
        }
      const [source] = await sourcesOf('pool', id);
      const next = without((one) => one === source);
      const before = await ids(next);
      await work.fill(next);
      const after = await ids(next);
      assert.ok(after.length > before.length && !after.includes(id));
    });

  test('a label is offered while a published item has it', async () => {
    const { db, work, sourcesOf } = await fresh();
    for (const { id } of (await work.list(exampleRelease, { type: 'label_classify', limit: 100 })).tasks) {
      const made = parseTask((await findTask(db, 'pool', id))!);
      assert.ok(made.type === 'label_classify');
      const sources = await sourcesOf('pool', id);
      const known = new Set(sources.flatMap((source) => index.items.byId(source)?.keywords ?? []));
      for (const label of made.input.options.slice(0, -1)) assert.ok(known.has(label), label);
    }
  });

  test('after the index gets a price, tasks about items beyond the free slice are no longer listed', async () => {
    const { work } = await fresh();
    const prices = { ...facts.access.prices, 'content-index': 5 };
    const next = {
      ...exampleRelease,
      facts: { ...facts, access: { ...facts.access, prices, freeItems: 0 } },
    } as Release;
    const { tasks } = await work.list(next, { limit: 100 });
    assert.deepEqual([...new Set(tasks.map(({ type }) => type))], ['match']);
  });

  test('a claimed task is judged and rewarded, and does not return to the pool', async () => {
    const { db, clock, work, sourcesOf, first, ids } = await fresh();
    const id = await first('match');
    const claim = await work.claim(exampleRelease, id, 'w', testSender);
    assert.ok(typeof claim === 'object');
    const sources = await sourcesOf('pool', id);
    const next = without((one) => sources.includes(one));
    await work.fill(next);
    const made = parseTask((await findTask(db, 'pool', id))!);
    assert.ok(made.type === 'match');
    const body = { taskId: id, claimToken: claim.claimToken, submission: { matchId: made.key.answers } };
    const done = await work.submitToPool(next, body, testSender);
    assert.equal('status' in done && done.status, 'accepted');
    const other = await first('match');
    await work.claim(exampleRelease, other, 'w', testSender);
    clock.now += taskLifetimeMs + 1;
    assert.ok(!(await ids(edited(() => true))).includes(other));
  });

  test('an offer whose text was removed is replaced by another one', async () => {
    const { work, sourcesOf } = await fresh();
    const { task } = (await work.offer(exampleRelease, 'article:any', testSender))!;
    assert.equal((await work.offer(exampleRelease, 'article:any', testSender))!.task.id, task.id);
    const [source] = await sourcesOf('offer', task.id);
    const next = edited((one) => one === source);
    assert.notEqual((await work.offer(next, 'article:any', testSender))!.task.id, task.id);
  });

  test('a task of an earlier version without sources is no longer listed', async () => {
    const { db, first, ids } = await fresh();
    const id = await first('match');
    const { sources: _, ...old } = JSON.parse((await findTask(db, 'pool', id))!.task) as Record<string, unknown>;
    await db
      .updateTable('workTasks')
      .set({ task: JSON.stringify(old) })
      .where('id', '=', id)
      .execute();
    assert.ok(!(await ids(exampleRelease)).includes(id));
  });
});
