import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { leave, shareOf } from './share.ts';
import { empty, start, subscriber } from './test-events.ts';

const most = { first: 256, again: 5 };

onBothStores('shares', (open) => {
  test('workers divide the subscribers, and one that left or died leaves its part to the others', async () => {
    const store = open();
    await empty(store);
    for (let n = 0; n < 7; n++) await subscriber(store, `s${n}`);
    if (store.kind === 'sqlite') return assert.deepEqual(await shareOf(store, 'a', most, start), most);
    const firstOf = async (holder: string, now: number) => (await shareOf(store, holder, most, now)).first;
    assert.deepEqual(await shareOf(store, 'a', most, start), { first: 7, again: 5 });
    assert.equal(await firstOf('b', start), 4);
    assert.equal(await firstOf('a', start), 4);
    assert.equal(await firstOf('c', start + 5000), 3);
    await leave(store, 'c');
    assert.equal(await firstOf('a', start + 5000), 4);
    assert.equal(await firstOf('a', start + 10_000), 7);
  });
});
