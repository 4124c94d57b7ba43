import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { leaveWorkers, computeWorkerShare } from './run.ts';
import { emptyEventTables, startTime, createSubscriber } from './test-events.ts';

const most = { first: 256, retries: 5 };

onBothStores('shares', (open) => {
  test('workers divide the subscribers, and the others take the share of one that stopped or died', async () => {
    const store = open();
    await emptyEventTables(store);
    for (let n = 0; n < 7; n++) await createSubscriber(store, `s${n}`);
    if (store.kind === 'sqlite') return assert.deepEqual(await computeWorkerShare(store, 'a', most, startTime), most);
    const firstOf = async (holder: string, now: number) => (await computeWorkerShare(store, holder, most, now)).first;
    assert.deepEqual(await computeWorkerShare(store, 'a', most, startTime), { first: 7, retries: 5 });
    assert.equal(await firstOf('b', startTime), 4);
    assert.equal(await firstOf('a', startTime), 4);
    assert.equal(await firstOf('c', startTime + 5000), 3);
    await leaveWorkers(store, 'c');
    assert.equal(await firstOf('a', startTime + 5000), 4);
    assert.equal(await firstOf('a', startTime + 10_000), 7);
  });
});
