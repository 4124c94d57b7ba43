import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '#domain/instants.ts';
import { deleteExpiredRows } from '../../ops/expired-rows.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { workExpiry } from './tables.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const days = (count: number) => now - count * dayMs;

onBothStores('expired tasks', (open) => {
  test('a task that nobody did is gone a day after its end, and one with an answer stays', async () => {
    const { db } = open();
    const task = { type: 'match', task: '{}', resourceId: 'articles', createdAt: 1, leaseUntil: 0 } as const;
    const free = { origin: 'pool', state: 'open', client: null, leaseHash: null, leaseWorker: null } as const;
    for (const [id, expiresAt] of [
      ['old', days(1) - 1],
      ['new', days(1)],
      ['done', days(9)],
    ] as const)
      await db
        .insertInto('workTasks')
        .values({ ...task, ...free, id, expiresAt })
        .execute();
    const none = { reason: null, workerName: null, worker: null, claimHash: null, tokenId: null, reviewedAt: null };
    const answer = { id: 'a', taskId: 'done', answers: '{}', state: 'rejected', client: 'c', createdAt: 1 } as const;
    await db
      .insertInto('workAnswers')
      .values({ ...none, ...answer })
      .execute();
    assert.equal(await deleteExpiredRows({ db, rules: workExpiry, holder: 'me', now: () => now }), 1);
    const ids = await db.selectFrom('workTasks').select('id').orderBy('id').execute();
    assert.deepEqual(
      ids.map(({ id }) => id),
      ['done', 'new'],
    );
  });
});
