import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../storage/store.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { DeliveryState } from '../../storage/tables.ts';
import { emitTestEvent } from './send-test.ts';
import { emptyEventTables, startTime, createSubscriber } from './test-events.ts';
import { endUnreachable } from './run.ts';

const days = (count: number) => startTime + count * 86_400_000;

/** Creates ended deliveries, at the given days after the approval. */
async function log(store: Store, name: string, ended: [state: DeliveryState, day: number][]): Promise<string> {
  const { id } = await createSubscriber(store, name);
  for (const [state, day] of ended) {
    await store.db.transaction().execute((tx) => emitTestEvent(tx, id, days(day)));
    await store.db
      .updateTable('deliveries')
      .set({ state, finishedAt: state === 'pending' ? null : days(day), lastAttemptAt: days(day) })
      .where('subscriptionId', '=', id)
      .where('lastAttemptAt', 'is', null)
      .execute();
  }
  return id;
}

onBothStores('unreachable subscribers', (open) => {
  const statuses = async () =>
    Object.fromEntries(
      (await open().db.selectFrom('subscriptions').select(['callbackUrl', 'status']).execute()).map((one) => [
        new URL(one.callbackUrl).hostname.split('.')[0],
        one.status,
      ]),
    );

  test('a subscription that was unreachable for more than 30 days ends with its pending deliveries', async () => {
    const store = open();
    await emptyEventTables(store);
    const id = await log(store, 'dead', [
      ['delivered', 1],
      ['exhausted', 5],
      ['exhausted', 36],
      ['pending', 39],
    ]);
    assert.equal(await endUnreachable(store.db, days(35)), 0);
    assert.equal(await endUnreachable(store.db, days(40)), 1);
    assert.equal(await endUnreachable(store.db, days(40)), 0);
    assert.deepEqual(await statuses(), { dead: 'ended' });
    const waiting = await store.db.selectFrom('deliveries').select('id').where('state', '=', 'pending').execute();
    assert.deepEqual(waiting, []);
    const { who, action, detail } = await store.db
      .selectFrom('audit')
      .select(['who', 'action', 'detail'])
      .where('subject', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const why = 'No event could be delivered for 30 days.';
    assert.deepEqual([who, action, detail], ['room', 'subscription.ended', why]);
  });

  test('a subscription stays if something arrived, if it failed recently or only once, or if it was approved again', async () => {
    const store = open();
    await emptyEventTables(store);
    await log(store, 'recovered', [
      ['exhausted', 5],
      ['delivered', 6],
      ['exhausted', 38],
    ]);
    await log(store, 'lately', [
      ['exhausted', 20],
      ['exhausted', 39],
    ]);
    await log(store, 'once', [['exhausted', 1]]);
    const again = await log(store, 'again', [
      ['exhausted', 5],
      ['exhausted', 36],
    ]);
    await store.db
      .updateTable('subscriptions')
      .set({ decidedAt: days(35) })
      .where('id', '=', again)
      .execute();
    assert.equal(await endUnreachable(store.db, days(40)), 0);
    assert.deepEqual(new Set(Object.values(await statuses())), new Set(['approved']));
  });
});
