// Tests the inbox: order, filters, pages and unreadable files.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { InboxModel } from './page.ts';
import type { ItemModel } from '../item/model.ts';
import type { ProblemModel } from '../answer.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { lowTide, openRoom, type ConsoleTestRoom } from '../content/test-room.ts';

const open = sqliteStore();

const idOf = (n: number) => `item-${n.toString(16).padStart(8, '0')}`;
const dayOf = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 86_400_000).toISOString();
const inbox = (room: ConsoleTestRoom, query = '') => room.open<InboxModel>(`/inbox${query}`);
const titlesOf = ({ model }: { model: InboxModel }) => model.rows.map(({ title }) => title);

test('a page of ten thousand waiting items reads fifty files, and later only changed ones', async (t) => {
  const room = await openRoom(t, open());
  for (let n = 0; n < 10_000; n++) {
    const item = { ...lowTide, id: idOf(n), title: `Item ${n}`, date: dayOf(n) };
    writeFileSync(join(room.contentDir, 'inbox', `${item.id}.md`), formatItemFile({ item, body: 'Text.' }));
  }
  const first = await inbox(room);
  assert.equal(first.model.pages.total, 10_000);
  assert.equal(first.model.rows[0]!.title, 'Item 9999');

  const before = room.reads();
  const second = await inbox(room, '?page=2');
  assert.deepEqual(titlesOf(second).slice(0, 2), ['Item 9949', 'Item 9948']);
  assert.equal(second.model.pages.newer, '/inbox');
  assert.equal(second.model.pages.older, '/inbox?page=3');
  // Id of each item on the page, and true if it is published already.
  assert.equal(room.reads() - before, 100);

  await room.put('inbox', { id: idOf(5), title: 'Newest of all', date: dayOf(20_000) });
  const changed = room.reads();
  assert.equal(titlesOf(await inbox(room))[0], 'Newest of all');
  assert.equal(room.reads() - changed, 101);
});

test('items are filtered by words in any order, type, feed and status', async (t) => {
  const room = await openRoom(t, open());
  const feeds = [{ id: 'blog', url: 'https://tide.example/feed.xml', title: 'The Tide Log' }];
  writeFileSync(join(room.contentDir, 'feeds.json'), JSON.stringify({ feeds }));
  await room.put('inbox', { id: idOf(1), title: 'The red Harbour', keywords: ['lamps'], sourceFeed: 'blog' });
  await room.put('inbox', { id: idOf(2), title: 'Tide tables', type: 'episode', sourceFeed: 'show' });
  await room.put('inbox', { id: idOf(3), title: 'A harbour again', sourceFeed: 'blog' });
  await room.put('published', { id: idOf(3), title: 'A harbour', sourceFeed: 'blog' });
  const found = async (query: string) => titlesOf(await inbox(room, query)).sort();
  assert.deepEqual(await found('?words=HARBOUR+red'), ['The red Harbour']);
  assert.deepEqual(await found('?words=lamps'), ['The red Harbour']);
  assert.deepEqual(await found('?type=episode'), ['Tide tables']);
  assert.deepEqual(await found('?feed=blog'), ['A harbour again', 'The red Harbour']);
  assert.deepEqual(await found('?state=edit'), ['A harbour again']);
  assert.deepEqual(await found('?state=new&feed=blog'), ['The red Harbour']);
  assert.deepEqual((await inbox(room, '?words=')).model.feeds, [
    { id: 'show', title: 'show', count: 1 },
    { id: 'blog', title: 'The Tide Log', count: 2 },
  ]);
});

test('an edit lists its changes', async (t) => {
  const room = await openRoom(t, open());
  await room.put('published', {}, 'The water went out.');
  await room.put('inbox', { title: 'Lowest tide' }, 'The water came back.');
  const { rows } = (await inbox(room)).model;
  assert.deepEqual(rows[0]!.changes, [
    {
      name: 'Title',
      runs: [
        { side: 'out', text: 'Low' },
        { side: 'in', text: 'Lowest' },
        { side: 'same', text: 'tide' },
      ],
    },
    {
      name: 'Text',
      runs: [
        { side: 'same', text: 'The water' },
        { side: 'out', text: 'went out.' },
        { side: 'in', text: 'came back.' },
      ],
    },
  ]);
});

test('an unreadable file is listed with its problems next to the readable ones', async (t) => {
  const room = await openRoom(t, open());
  await room.put('inbox');
  await writeFile(join(room.contentDir, 'inbox', 'broken-00000001.md'), 'no front matter');
  await writeFile(join(room.contentDir, 'inbox', 'Odd name.md'), '---\nid: x\n---\n');
  await writeFile(join(room.contentDir, 'inbox', 'half.md.1.tmp'), 'half');
  const { rows, unreadable } = (await inbox(room)).model;
  assert.equal(rows.length, 1);
  assert.deepEqual(
    unreadable.map(({ name, id }) => [name, id]),
    [
      ['Odd name.md', undefined],
      ['broken-00000001.md', 'broken-00000001'],
    ],
  );
  assert.match(unreadable[1]!.problems[0]!, /no front matter/);
});

test('the page of a missing item says so, and that of an unreadable one gives the reason', async (t) => {
  const room = await openRoom(t, open());
  await writeFile(join(room.contentDir, 'inbox', 'broken-00000001.md'), 'no front matter');
  const told = async (id: string) => (await room.open<ProblemModel>(`/inbox/${id}`)).model.message;
  assert.equal(await told('nope'), 'This item does not exist.');
  assert.match(await told('broken-00000001'), /^The item cannot be shown: .*no front matter/);
});

test('items decided by another program are missing from the next page', async (t) => {
  const room = await openRoom(t, open());
  await room.put('inbox');
  assert.equal((await inbox(room)).model.rows.length, 1);
  const name = `${lowTide.id}.md`;
  await rename(join(room.contentDir, 'inbox', name), join(room.contentDir, 'published', name));
  assert.equal((await inbox(room)).model.rows.length, 0);
});

test('a hostile query filters nothing and breaks nothing', async (t) => {
  const room = await openRoom(t, open());
  await room.put('inbox');
  for (const query of [
    '?page=-1',
    '?page=1e99',
    '?page=NaN',
    '?page=9999999',
    '?type=__proto__',
    '?type=article&type=episode',
    '?state=constructor',
    '?__proto__[type]=episode&words=',
    '?hidden=toString&words=',
  ]) {
    const { status, model } = await inbox(room, query);
    assert.deepEqual([status, model.rows.length, model.pages.page], [200, 1, 1], query);
  }
  assert.equal((await inbox(room, `?words=${'x'.repeat(5000)}`)).model.rows.length, 0);
});

test('the inbox names the day of an item that is dated more than a day ahead', async (t) => {
  const room = await openRoom(t, open());
  await room.put('inbox', { id: idOf(1), title: 'Next spring', date: '2027-03-21T08:00:00+01:00' });
  await room.put('inbox', { id: idOf(2), title: 'Tomorrow morning', date: '2026-03-02T08:00:00Z' });
  await room.put('inbox', { id: idOf(3), title: 'Stream', type: 'stream', startsAt: '2026-04-01T20:00:00Z' });
  const { model } = await inbox(room);
  assert.deepEqual(Object.fromEntries(model.rows.map(({ title, plannedDay }) => [title, plannedDay])), {
    'Next spring': '2027-03-21',
    'Tomorrow morning': undefined,
    Stream: '2026-04-01',
  });
});

test('an entry of the timeline is listed under its kind', async (t) => {
  const room = await openRoom(t, open());
  await room.put('inbox', { id: idOf(1), title: 'Low tide', type: 'timeline', kind: 'post' });
  await room.put('inbox', { id: idOf(2), title: 'A letter' });
  const { rows } = (await inbox(room)).model;
  assert.deepEqual(rows.map(({ title, typeName }) => [title, typeName]).sort(), [
    ['A letter', 'Article'],
    ['Low tide', 'Post'],
  ]);
});

test('an item whose date cannot be read asks for it and is approved only with one', async (t) => {
  const room = await openRoom(t, open());
  const source = { key: 'k', hash: 'h', dateText: 'next spring' };
  await room.put('inbox', { id: idOf(1), title: 'Riddle', date: undefined, source });
  await room.put('inbox', { id: idOf(2), title: 'Dated', date: '2026-02-02T08:00:00Z' });
  const { rows } = (await inbox(room)).model;
  assert.deepEqual(
    rows.map(({ title, day, dateText }) => [title, day, dateText]),
    [
      ['Riddle', undefined, 'next spring'],
      ['Dated', '2026-02-02', undefined],
    ],
  );
  const item = rows.map(({ id, revision }) => `${id} ${revision}`);
  const { frame } = await room.send('/inbox/selected', { do: 'approve', item });
  assert.match(frame.notice!.text, /^1 approved\. .*no date.*“Riddle”/);
  const page = await room.open<ItemModel>(`/inbox/${idOf(1)}`);
  assert.deepEqual([page.model.isUndated, page.model.dateText], [true, 'next spring']);
  const decide = (date: string) =>
    room.send<ItemModel>(`/inbox/${idOf(1)}`, { do: 'approve', revision: rows[0]!.revision, date });
  assert.deepEqual(
    (await decide('')).model.problems.map(({ name }) => name),
    ['date'],
  );
  assert.equal((await decide('2020-03-20')).notice, 'approved');
  assert.equal((await room.get('published', idOf(1))).date, '2020-03-20T00:00:00Z');
});
