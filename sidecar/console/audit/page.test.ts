import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecisionsModel } from './page.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { openConsole, readPage, signInByLink } from '../test-console.ts';

onBothStores('decisions in the console', (open) => {
  const fresh = async () => {
    const { db } = open();
    const browser = await signInByLink(openConsole(open()));
    await db.deleteFrom('audit').execute();
    const add = (action: string, subject: string, rest: { who?: string; detail?: string } = {}) =>
      db
        .insertInto('audit')
        .values({ at: 1000, who: 'creator', action, subject, ...rest })
        .execute();
    const list = async (query = '') => readPage<DecisionsModel>(await browser.get(`/audit${query}`)).model;
    return { add, list };
  };

  test('the newest entries come first, and new ones do not shift the pages', async () => {
    const { add, list } = await fresh();
    for (let n = 1; n <= 60; n++) await add('item.approved', `item-${n}`);
    const subjects = ({ decisions }: DecisionsModel) => decisions.map(({ subject }) => subject);
    const first = await list();
    assert.deepEqual([first.decisions.length, subjects(first)[0]], [25, 'item-60']);
    await add('item.approved', 'item-61');
    const second = await list(first.pager.older!.slice('/audit'.length));
    assert.deepEqual([subjects(second)[0], second.pager.newer], ['item-35', '/audit']);
    const third = await list(second.pager.older!.slice('/audit'.length));
    assert.deepEqual([third.decisions.length, third.pager.older], [10, undefined]);
  });

  test('entries can be filtered by subject and have a label and a link', async () => {
    const { add, list } = await fresh();
    await add('booking.needs_info', 'b1', { detail: 'Which day?\u202e' });
    await add('booking.cancelled', 'b1', { who: 'asker' });
    await add('subscription.ended', 's1', { who: 'subscriber' });
    await add('delivery.replayed', '7', { detail: 's1' });
    const { decisions, subject } = await list('?subject=b1');
    assert.equal(subject, 'b1');
    assert.deepEqual(
      decisions.map(({ action, who, subjectPath, detail }) => [action, who, subjectPath, detail]),
      [
        ['Booking cancelled', 'the requester', '/bookings/b1', undefined],
        ['Question sent about booking', 'you', '/bookings/b1', 'Which day?⟨U+202E⟩'],
      ],
    );
    assert.deepEqual(
      (await list('?subject=')).decisions.slice(0, 2).map(({ subjectPath }) => subjectPath),
      ['/subscriptions/s1', '/subscriptions/s1'],
    );
    for (const odd of ["?subject='%20or%20''='", '?subject=%00b2', `?subject=${'x'.repeat(5000)}`, '?before=0'])
      assert.ok((await list(odd)).decisions.length === (odd === '?before=0' ? 4 : 0), odd.slice(0, 40));
  });
});
