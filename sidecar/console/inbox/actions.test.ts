// Decisions about many items at once, each as it was seen.
import assert from 'node:assert/strict';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { InboxModel } from './model.ts';
import type { ListedModel } from '../published/model.ts';
import { onBothStores } from '../../store/test-stores.ts';
import { openRoom, type TestRoom } from '../content/test-room.ts';

const idOf = (n: number) => `item-${n.toString(16).padStart(8, '0')}`;
const put = (room: TestRoom, n: number, item = {}) => room.put('inbox', { id: idOf(n), title: `Item ${n}`, ...item });
const inbox = async (room: TestRoom, query = '') => (await room.open<InboxModel>(`/inbox${query}`)).model;
const chosen = async (room: TestRoom) => (await inbox(room)).rows.map(({ id, revision }) => `${id} ${revision}`);

onBothStores('decisions about many items', (open) => {
  test('those that were chosen are approved with one build and a record of each', async (t) => {
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

  test('one that changed since it was seen is refused by name, the others are decided', async (t) => {
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

  test('a form that chooses nothing, or forges what it chooses, decides nothing', async (t) => {
    const room = await openRoom(t, open());
    await put(room, 1);
    assert.equal((await room.send('/inbox/selected', { do: 'approve' })).status, 422);
    const forged = ['../inbox/item-00000001 x', '__proto__ x', idOf(1), `${idOf(1)} ${'0'.repeat(64)}`, ''];
    assert.equal((await room.send('/inbox/selected', { do: 'approve', item: forged })).status, 422);
    assert.equal((await room.send('/inbox/selected', { do: 'retract', item: await chosen(room) })).status, 400);
    assert.deepEqual([await room.filesIn('published'), await room.audit(), room.builds], [[], [], []]);
  });

  test('everything of a feed is approved but what came after the page was made', async (t) => {
    const room = await openRoom(t, open());
    for (const n of [1, 2]) await put(room, n, { sourceFeed: 'notes' });
    await put(room, 3, { sourceFeed: 'blog' });
    const { ofFeed } = await inbox(room, '?feed=notes');
    assert.equal(ofFeed!.count, 2);
    await put(room, 4, { sourceFeed: 'notes' });
    const later = new Date(ofFeed!.writtenUntil + 5000);
    await utimes(join(room.contentDir, 'inbox', `${idOf(4)}.md`), later, later);
    const fields = { feed: 'notes', writtenUntil: String(ofFeed!.writtenUntil), back: '/inbox?feed=notes' };
    const answer = await room.send('/inbox/feed', fields);
    assert.deepEqual([answer.to, answer.notice], ['/console/inbox?feed=notes', 'approved']);
    assert.deepEqual(await room.filesIn('published'), [`${idOf(1)}.md`, `${idOf(2)}.md`]);
    assert.deepEqual(await room.filesIn('inbox'), [`${idOf(3)}.md`, `${idOf(4)}.md`]);
    assert.deepEqual(room.builds, ['build']);
  });

  test('a whole feed is offered where the list shows it whole, and a forged form about one approves nothing', async (t) => {
    const room = await openRoom(t, open());
    await put(room, 1, { sourceFeed: 'notes' });
    for (const query of ['', '?feed=none', '?feed=notes&words=item', '?feed=notes&type=article']) {
      assert.equal((await inbox(room, query)).ofFeed, undefined, query);
    }
    for (const writtenUntil of ['', 'x', '-1', '__proto__'])
      await room.send('/inbox/feed', { feed: 'notes', writtenUntil });
    await room.send('/inbox/feed', { writtenUntil: '9e99' });
    assert.deepEqual(await room.filesIn('published'), []);
  });

  test('what is published and what was rejected is listed without reading a file twice', async (t) => {
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
