// Tests decisions about one item: what is done, what is rejected, and that input is never lost.
import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import { test } from 'node:test';
import type { ItemModel } from './model.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { lowTide, openRoom, type PageAnswer, type ConsoleTestRoom } from '../content/test-room.ts';

const { id } = lowTide;
const revisionOf = async (room: ConsoleTestRoom, path = `/inbox/${id}`) =>
  (await room.open<ItemModel>(path)).model.revision;
const valueOf = ({ model }: PageAnswer<ItemModel>, name: string) =>
  model.groups.flatMap(({ fields }) => fields).find((field) => field.name === name)!;

onBothStores('decisions about an item', (open) => {
  test('an approved item is published, built and recorded, and the creator returns to the same list', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const back = '/inbox?feed=blog&page=2';
    const fields = { do: 'approve', revision: await revisionOf(room), back };
    const { status, to, notice } = await room.send(`/inbox/${id}`, fields);
    assert.deepEqual([status, to, notice], [303, '/console/inbox?feed=blog&page=2', 'approved']);
    assert.equal((await room.get('published')).approvedAt, '2026-03-01T12:00:00.000Z');
    assert.deepEqual(await room.filesIn('inbox'), []);
    assert.deepEqual(room.builds, ['build']);
    assert.deepEqual(await room.audit(), [`creator: item.approved ${id} (Low tide)`]);
  });

  test('the input is saved with the decision', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const typed = { title: 'High tide', body: 'It came back.' };
    await room.send(`/inbox/${id}`, { do: 'approve', revision: await revisionOf(room), ...typed });
    const { title, body } = await room.get('published');
    assert.deepEqual({ title, body }, typed);
    assert.deepEqual(await room.audit(), [
      `creator: item.edited ${id} (Low tide: Title, Text)`,
      `creator: item.approved ${id} (Low tide)`,
    ]);
    await room.put('inbox', { title: 'Again' });
    await room.send(`/inbox/${id}`, { do: 'reject', revision: await revisionOf(room), title: 'Not this' });
    assert.equal((await room.get('rejected')).title, 'Not this');
  });

  test('saving keeps the item in the inbox, and neither saving nor rejecting starts a build', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const saved = await room.send(`/inbox/${id}`, { do: 'save', revision: await revisionOf(room), title: 'High tide' });
    assert.deepEqual([saved.to, saved.notice], [`/console/inbox/${id}?back=%2Finbox`, 'saved']);
    assert.equal((await room.get('inbox')).title, 'High tide');
    const rejected = await room.send(`/inbox/${id}`, { do: 'reject', revision: await revisionOf(room) });
    assert.equal(rejected.notice, 'rejected');
    assert.deepEqual(await room.filesIn('rejected'), [`${id}.md`]);
    assert.deepEqual(room.builds, []);
  });

  test('a form with a mistake saves and decides nothing and is shown again with its input', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const typed = { title: '', date: 'tomorrow', summary: 'New words.', body: '\n\nNew text.' };
    const answer = await room.send<ItemModel>(`/inbox/${id}`, {
      do: 'approve',
      revision: await revisionOf(room),
      ...typed,
    });
    assert.deepEqual([answer.status, answer.view, answer.frame.notice?.kind], [422, 'item', 'problem']);
    assert.deepEqual(
      answer.model.problems.map(({ name }) => name),
      ['title', 'date'],
    );
    assert.equal(valueOf(answer, 'date').value, 'tomorrow');
    assert.equal(valueOf(answer, 'summary').value, 'New words.');
    assert.equal(valueOf(answer, 'body').value, 'New text.');
    assert.equal(answer.model.preview.item.summary, 'New words.');
    assert.equal((await room.get('inbox')).summary, lowTide.summary);
    assert.deepEqual([await room.audit(), room.builds], [[], []]);
  });

  test('an item that changed meanwhile is not decided, and its form compares the input with it', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const revision = await revisionOf(room);
    await room.put('inbox', { title: 'Tide by a later ingest' });
    for (const verb of ['approve', 'reject', 'save', 'preview']) {
      const answer = await room.send<ItemModel>(`/inbox/${id}`, { do: verb, revision, title: 'My own tide' });
      assert.equal(answer.status, 422, verb);
      assert.match(answer.frame.notice!.text, /because the item has changed/);
      assert.equal(valueOf(answer, 'title').value, 'My own tide');
      assert.deepEqual([answer.model.title, answer.model.changesAgainst], ['Tide by a later ingest', 'written']);
      assert.deepEqual(
        answer.model.changes.map(({ label }) => label),
        ['Title'],
      );
      const again = { do: 'save', revision: answer.model.revision, title: 'My own tide' };
      if (verb === 'preview') assert.equal((await room.send(`/inbox/${id}`, again)).status, 303);
    }
    assert.equal((await room.get('inbox')).title, 'My own tide');
  });

  test('input about an item that was moved meanwhile is in the form of its new page', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const revision = await revisionOf(room);
    const path = (folder: string) => join(room.contentDir, folder, `${id}.md`);
    const save = () => room.send<ItemModel>(`/inbox/${id}`, { do: 'save', revision, title: 'My own tide' });
    await rename(path('inbox'), path('published'));
    const published = await save();
    assert.deepEqual([published.status, published.model.folder], [422, 'published']);
    assert.equal(valueOf(published, 'title').value, 'My own tide');
    await rename(path('published'), path('rejected'));
    assert.equal((await save()).model.folder, 'rejected');
    await rm(path('rejected'));
    const gone = await save();
    assert.deepEqual([gone.status, gone.model.revision], [422, '']);
    assert.equal(valueOf(gone, 'title').value, 'My own tide');
  });

  test('the input is preserved if writing fails', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const revision = await revisionOf(room);
    // A folder with the name of the temporary file makes writing fail.
    await mkdir(join(room.contentDir, 'inbox', `${id}.md.${pid}.tmp`));
    const answer = await room.send<ItemModel>(`/inbox/${id}`, { do: 'approve', revision, title: 'My own tide' });
    assert.equal(answer.status, 422);
    assert.match(answer.frame.notice!.text, /^Saving failed\./);
    assert.match(answer.model.problems[0]!.text, /EISDIR/);
    assert.equal(valueOf(answer, 'title').value, 'My own tide');
    assert.deepEqual([await room.filesIn('published'), await room.audit(), room.builds], [[], [], []]);
  });

  test('the preview shows the input and saves nothing', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const typed = { title: 'High tide', body: 'With *stress*.', keywords: 'Moon' };
    const answer = await room.send<ItemModel>(`/inbox/${id}`, {
      do: 'preview',
      revision: await revisionOf(room),
      ...typed,
    });
    assert.deepEqual([answer.status, answer.frame.notice], [200, undefined]);
    const { item, body } = answer.model.preview;
    assert.deepEqual([item.title, item.keywords, body], ['High tide', ['moon'], 'With *stress*.']);
    assert.equal((await room.get('inbox')).title, 'Low tide');
  });

  test('an edit of a published item is previewed with the fields that the creator had set', async (t) => {
    const room = await openRoom(t, open());
    await room.put('published', { hiddenOn: ['api'], themeIds: ['moon'] });
    await room.put('inbox', { title: 'Lowest tide', themeIds: undefined });
    const page = await room.open<ItemModel>(`/inbox/${id}`);
    assert.deepEqual(
      page.model.changes.map(({ label }) => label),
      ['Title'],
    );
    assert.deepEqual(
      valueOf(page, 'hiddenOn')
        .options!.filter(({ isChosen }) => isChosen)
        .map(({ value }) => value),
      ['api'],
    );
    const shown = { do: 'approve', revision: page.model.revision, hiddenOn: '', themeIds: ['', 'moon'] };
    await room.send(`/inbox/${id}`, shown);
    const { hiddenOn, themeIds, title } = await room.get('published');
    assert.deepEqual({ hiddenOn, themeIds, title }, { hiddenOn: [], themeIds: ['moon'], title: 'Lowest tide' });
  });

  test('themes cleared in an edit stay cleared after its approval', async (t) => {
    const room = await openRoom(t, open());
    await room.put('published', { themeIds: ['moon'] });
    await room.put('inbox', { title: 'Lowest tide', themeIds: undefined });
    const save = { do: 'save', revision: await revisionOf(room), themeIds: '' };
    assert.equal((await room.send(`/inbox/${id}`, save)).notice, 'saved');
    const page = await room.open<ItemModel>(`/inbox/${id}`);
    assert.deepEqual(
      valueOf(page, 'themeIds').options!.filter(({ isChosen }) => isChosen),
      [],
    );
    await room.send(`/inbox/${id}`, { do: 'approve', revision: page.model.revision });
    assert.deepEqual((await room.get('published')).themeIds, []);
  });

  test('a published item can be changed and retracted', async (t) => {
    const room = await openRoom(t, open());
    await room.put('published', { approvedAt: '2026-02-02T00:00:00Z' });
    const path = `/published/${id}`;
    const saved = await room.send(path, { do: 'save', revision: await revisionOf(room, path), title: 'High tide' });
    assert.equal(saved.notice, 'savedLive');
    const same = await room.send(path, { do: 'save', revision: await revisionOf(room, path), title: 'High tide' });
    assert.equal(same.notice, 'nothingTyped');
    assert.deepEqual(room.builds, ['build']);
    const gone = await room.send(path, { do: 'retract', revision: await revisionOf(room, path) });
    assert.deepEqual([gone.to, gone.notice], ['/console/published', 'retracted']);
    assert.deepEqual(await room.filesIn('published'), []);
    assert.deepEqual(room.builds, ['build', 'build']);
    assert.deepEqual(await room.audit(), [
      `creator: item.edited ${id} (Low tide: Title)`,
      `creator: item.retracted ${id} (High tide)`,
    ]);
  });

  test('a rejected item can be reopened with the input, unless a newer version is waiting', async (t) => {
    const room = await openRoom(t, open());
    const path = `/published/rejected/${id}`;
    await room.put('rejected');
    await room.put('inbox', { title: 'Newer' });
    const refused = await room.send<ItemModel>(path, {
      do: 'reopen',
      revision: await revisionOf(room, path),
      title: 'Mine',
    });
    assert.equal(refused.status, 422);
    assert.equal(valueOf(refused, 'title').value, 'Mine');
    await rm(join(room.contentDir, 'inbox', `${id}.md`));
    const opened = await room.send(path, { do: 'reopen', revision: await revisionOf(room, path), title: 'Mine' });
    assert.deepEqual([opened.to, opened.notice], [`/console/inbox/${id}`, 'reopened']);
    assert.equal((await room.get('inbox')).title, 'Mine');
    assert.deepEqual(room.builds, []);
  });

  test('a file that cannot be read can be rejected and never approved', async (t) => {
    const room = await openRoom(t, open());
    await writeFile(join(room.contentDir, 'inbox', `${id}.md`), 'no front matter');
    assert.equal((await room.open(`/inbox/${id}`)).status, 404);
    assert.equal((await room.send(`/inbox/${id}`, { do: 'approve', revision: '' })).status, 422);
    assert.deepEqual(await room.filesIn('published'), []);
    assert.equal((await room.send(`/inbox/${id}`, { do: 'reject' })).notice, 'rejected');
    assert.deepEqual(await room.filesIn('rejected'), [`${id}.md`]);
  });

  test('an audit entry links to its item in any folder', async (t) => {
    const room = await openRoom(t, open());
    for (const folder of ['inbox', 'published', 'rejected'] as const) {
      await room.put(folder);
      assert.equal((await room.open<ItemModel>(`/items/${id}`)).model.folder, folder);
      await rm(join(room.contentDir, folder, `${id}.md`));
    }
    assert.equal((await room.open(`/items/${id}`)).status, 404);
  });

  test('an id that is a path is not found', async (t) => {
    const room = await openRoom(t, open());
    await writeFile(join(room.contentDir, 'secret-01234567.md'), 'secret');
    for (const hostile of [
      '..%2fsecret-01234567',
      '%2e%2e%2fsecret-01234567',
      '..%5csecret-01234567',
      '__proto__',
      'constructor',
    ]) {
      assert.equal((await room.open(`/inbox/${hostile}`)).status, 404, hostile);
      const sent = await room.send(`/inbox/${hostile}`, { do: 'reject', revision: '' });
      assert.equal(sent.status, 404, hostile);
      const hidden = await room.send('/published/surface', {
        id: decodeURIComponent(hostile),
        surface: 'api',
        do: 'hide',
      });
      assert.equal(hidden.status, 404, hostile);
    }
    assert.deepEqual(await room.filesIn('rejected'), []);
  });

  test('a form redirects only to the list, whatever return address it names', async (t) => {
    const room = await openRoom(t, open());
    for (const back of [
      'https://evil.example/?feed=x',
      '//evil.example?feed=x',
      '/settings?feed=x',
      'javascript:alert(1)?feed=x',
    ]) {
      await room.put('inbox');
      const { to } = await room.send(`/inbox/${id}`, { do: 'reject', revision: await revisionOf(room), back });
      assert.equal(to, '/console/inbox?feed=x', back);
    }
  });

  test('a form without a valid decision for its folder decides nothing', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const revision = await revisionOf(room);
    for (const verb of ['', 'retract', 'reopen', '__proto__', 'toString']) {
      assert.equal((await room.send(`/inbox/${id}`, { do: verb, revision })).status, 400, verb);
    }
    assert.deepEqual(await room.filesIn('inbox'), [`${id}.md`]);
  });

  test('a text of three megabytes is accepted', async (t) => {
    const room = await openRoom(t, open());
    await room.put('inbox');
    const body = 'word '.repeat(600_000).trim();
    const answer = await room.send(`/inbox/${id}`, { do: 'approve', revision: await revisionOf(room), body });
    assert.equal(answer.notice, 'approved');
    assert.equal((await room.get('published')).body, body);
  });
});
