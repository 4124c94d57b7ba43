import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseWithPlanned as release } from '../../release/test-planned.ts';
import { listHandlers } from './lists.ts';

type Answer = { answer: () => { body: string } };

test('planned items do not add older items to the free part of a list', async () => {
  const { answer } = (await listHandlers.articles({ query: {} } as never, { release, newest: 3 } as never)) as Answer;
  const { items, total } = JSON.parse(answer().body) as { items: { id: string }[]; total: number };
  assert.deepEqual([items.map(({ id }) => id), total], [['third', 'second'], 4]);
});
