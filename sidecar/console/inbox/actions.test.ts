// Tests bulk decisions, which apply only to items as they were shown.
import assert from 'node:assert/strict';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { InboxModel } from './page.ts';
import type { ListedModel } from '../published/page.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { lowTide, openRoom, type ConsoleTestRoom } from '../content/test-room.ts';
import type { DecisionsModel } from '../audit/page.ts';

const idOf = (n: number) => `item-${n.toString(16).padStart(8, '0')}`;
const put = (room: ConsoleTestRoom, n: number, item = {}) =>
  room.put('inbox', { id: idOf(n), title: `Item ${n}`, ...item });
const inbox = async (room: ConsoleTestRoom, query = '') => (await room.open<InboxModel>(`/inbox${query}`)).model;
const chosen = async (room: ConsoleTestRoom) => (await inbox(room)).rows.map(({ id, revision }) => `${id} ${revision}`);

onBothStores('decisions about many items', (open) => {
  test('selected items are approved with one build and one audit entry each', async (t) => {
    const room = await openRoom(t, open());
    for (const n of [1, 2, 3]) await put(room, n);
    const [first, second] = await chosen(room);
    const answer = await room.send('/inbox/selected', {
      do: 'approve',
      item: [first!, second!],
      back: '/inbox?type=article',
    });
    assert.deepEqual([answer.status, answer.to, answer.notice], [303, '/console/inbox?type=article', 'approved']);
    assert.equal((await room.filesIn('published')).length, 2);
    assert.deepEqual(room.builds, ['build']);
    assert.equal((await room.audit()).filter((line) => line.includes('item.approved')).length, 2);
  });

  test('an item that changed meanwhile is skipped by name, and the others are decided', async (t) => {
    const room = await openRoom(t, open());
    for (const n of [1, 2, 3]) await put(room, n);
    const seen = await chosen(room);
    await put(room, 2, { title: 'Changed meanwhile' });
    await rm(join(room.contentDir, 'inbox', `${idOf(3)}.md`));
    const answer = await room.send<InboxModel>('/inbox/selected', { do: 'reject', item: seen });
    assert.equal(answer.status, 422);
    assert.match(answer.frame.notice!.text, /^1 rejected\. .*“Changed meanwhile”.*“item-00000003”/);
    assert.deepEqual(
      answer.model.rows.map(({ title }) => title),
      ['Changed meanwhile'],
    );
    assert.deepEqual(await room.filesIn('rejected'), [`${idOf(1)}.md`]);
    assert.deepEqual([(await room.audit()).length, room.builds], [1, []]);
  });

  test('a form with no selection or a forged one decides nothing', async (t) => {
    const room = await openRoom(t, open());
    await put(room, 1);
    assert.equal((await room.send('/inbox/selected', { do: 'approve' })).status, 422);
    const forged = ['../inbox/item-00000001 x', '__proto__ x', idOf(1), `${idOf(1)} ${'0'.repeat(64)}`, ''];
    assert.equal((await room.send('/inbox/selected', { do: 'approve', item: forged })).status, 422);
    assert.equal((await room.send('/inbox/selected', { do: 'retract', item: await chosen(room) })).status, 400);
    assert.deepEqual([await room.filesIn('published'), await room.audit(), room.builds], [[], [], []]);
  });

  test('all items of a feed are approved except those that arrived after the page was loaded', async (t) => {
    const room = await openRoom(t, open());
    for (const n of [1, 2]) await put(room, n, { sourceFeed: 'notes' });
    await put(room, 3, { sourceFeed: 'blog' });
    const { matching } = await inbox(room, '?feed=notes');
    assert.equal(matching!.count, 2);
    await put(room, 4, { sourceFeed: 'notes' });
    const later = new Date(matching!.writtenUntil + 5000);
    await utimes(join(room.contentDir, 'inbox', `${idOf(4)}.md`), later, later);
    const fields = { do: 'approve', writtenUntil: String(matching!.writtenUntil), back: '/inbox?feed=notes' };
    const answer = await room.send('/inbox/matching', fields);
    assert.deepEqual([answer.to, answer.notice], ['/console/inbox?feed=notes', 'approved']);
    assert.deepEqual(await room.filesIn('published'), [`${idOf(1)}.md`, `${idOf(2)}.md`]);
    assert.deepEqual(await room.filesIn('inbox'), [`${idOf(3)}.md`, `${idOf(4)}.md`]);
    assert.deepEqual(room.builds, ['build']);
  });

  test('a decision about all matching items is offered if some are on other pages, and forged forms decide nothing', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox', { ...lowTide, sourceFeed: 'notes' });
    for (const query of ['', '?feed=none', '?words=tide']) {
      assert.equal((await inbox(room, query)).matching, undefined, query);
    }
    assert.equal((await inbox(room, '?feed=notes')).matching!.count, 1);
    for (const writtenUntil of ['', 'x', '-1', '__proto__'])
      await room.send('/inbox/matching', { do: 'approve', writtenUntil });
    assert.equal((await room.send('/inbox/matching', { do: 'retract', writtenUntil: '9e99' })).status, 400);
    assert.equal((await room.send('/inbox/matching', { do: '__proto__', writtenUntil: '9e99' })).status, 400);
    assert.deepEqual(await room.filesIn('published'), []);
  });

  test('items on several pages are rejected and reopened together, and both can be undone', async (t) => {
    const room = await openRoom(t, open());
    for (let n = 1; n <= 60; n++) await put(room, n, { title: n % 5 === 0 ? `Tide ${n}` : `Salt ${n}` });
    assert.equal((await inbox(room)).matching!.count, 60);
    await put(room, 61, { title: 'Other' });
    const { matching } = await inbox(room);
    const sent = { do: 'reject', writtenUntil: String(matching!.writtenUntil), back: '/inbox?words=tide' };
    await room.send('/inbox/matching', sent);
    assert.equal((await room.filesIn('rejected')).length, 12);
    const rejected = (await room.open<ListedModel>('/published/rejected')).model;
    const reopened = await room.send('/published/rejected/selected', {
      do: 'reopen',
      item: rejected.rows.slice(0, 3).map(({ id, revision }) => `${id} ${revision}`),
    });
    assert.deepEqual([reopened.notice, (await room.filesIn('rejected')).length], ['reopened', 9]);
    const { undo } = (await room.open<DecisionsModel>('/audit')).model;
    assert.deepEqual(
      undo.map(({ what }) => what),
      ['3 items moved to the inbox', '12 items rejected'],
    );
    await room.send('/undo', { name: undo[0]!.name, back: '/audit' });
    assert.equal((await room.filesIn('rejected')).length, 12);
  });

  test('items of a feed are retracted together, except one that changed meanwhile', async (t) => {
    const room = await openRoom(t, open());
    for (const n of [1, 2, 3]) await room.put('published', { id: idOf(n), sourceFeed: n === 3 ? 'blog' : 'notes' });
    const listed = (await room.open<ListedModel>('/published?feed=notes')).model;
    assert.equal(listed.matching!.count, 2);
    const later = new Date(listed.matching!.writtenUntil + 5000);
    await utimes(join(room.contentDir, 'published', `${idOf(1)}.md`), later, later);
    const item = listed.rows.map(({ id, revision }) => `${id} ${revision}`);
    const selected = await room.send<ListedModel>('/published/selected', { do: 'retract', item });
    assert.deepEqual([selected.status, await room.filesIn('rejected')], [422, [`${idOf(2)}.md`]]);
    assert.ok((await room.get('rejected', idOf(2))).retractedAt);
    const sent = { do: 'retract', writtenUntil: String(later.getTime()), back: '/published?feed=notes' };
    assert.equal((await room.send('/published/matching', sent)).notice, 'retracted');
    assert.deepEqual(await room.filesIn('published'), [`${idOf(3)}.md`]);
  });

  test('a decision about a single item can be undone', async (t) => {
    const room = await openRoom(t, open());
    await put(room, 1);
    const { model } = await room.open<{ revision: string }>(`/inbox/${idOf(1)}`);
    await room.send(`/inbox/${idOf(1)}`, { do: 'approve', revision: model.revision });
    await room.send('/published/surface', { id: idOf(1), surface: 'api', do: 'hide' });
    const undo = async () => (await room.open<ListedModel>('/published')).model.undo!;
    assert.equal((await undo()).what, '“Item 1” hidden: API');
    await room.send('/undo', { name: (await undo()).name, back: '/published' });
    assert.deepEqual((await room.get('published', idOf(1))).hiddenOn ?? [], []);
    assert.equal((await undo()).what, '“Item 1” approved');
    await room.send('/undo', { name: (await undo()).name, back: '/published' });
    assert.deepEqual([await room.filesIn('published'), await room.filesIn('inbox')], [[], [`${idOf(1)}.md`]]);
  });

  test('published and rejected items are listed without reading a file twice', async (t) => {
    const room = await openRoom(t, open(), ['/articles/item-00000001', '/articles/item-00000002']);
    for (const n of [1, 2])
      await room.put('published', { id: idOf(n), title: `Item ${n}`, hiddenOn: n === 2 ? ['mediaRoom'] : [] });
    await put(room, 2);
    await room.put('rejected', { id: idOf(9), title: 'Turned down' });
    const published = async (query = '') => (await room.open<ListedModel>(`/published${query}`)).model;
    const { rows } = await published();
    assert.deepEqual(
      rows.map(({ title, live, isEditWaiting }) => [title, live, isEditWaiting]),
      [
        ['Item 1', '/articles/item-00000001', false],
        ['Item 2', undefined, true],
      ],
    );
    const before = room.reads();
    assert.deepEqual(
      (await published('?hidden=mediaRoom')).rows.map(({ title }) => title),
      ['Item 2'],
    );
    assert.equal(room.reads(), before);
    const rejected = await room.open<ListedModel>('/published/rejected');
    assert.deepEqual(
      rejected.model.rows.map(({ title }) => title),
      ['Turned down'],
    );
  });
});
