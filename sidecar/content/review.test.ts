// The rules of review on a temporary content folder; crashes and rivals are tested in scripts/review/survival.test.ts.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import { approve, decideMany, edit, reject, reopen, retract } from './review.ts';
import type { ReviewDesk, ItemFolder } from './review-desk.ts';
import { listWaiting } from './waiting-items.ts';

const now = new Date('2025-03-01T12:00:00Z');
const id = 'low-tide-01234567';
const lowTide: StoredItem = {
  id,
  type: 'article',
  title: 'Low tide',
  date: '2025-02-01T08:00:00.000Z',
  keywords: ['sea'],
  themeIds: [],
  sourceFeed: 'blog',
  source: { key: 'https://blog.example/low-tide', hash: 'aa' },
};

async function newDesk(t: TestContext): Promise<ReviewDesk> {
  const contentDir = await fs.mkdtemp(join(tmpdir(), 'review-'));
  t.after(() => fs.rm(contentDir, { recursive: true }));
  for (const folder of ['inbox', 'published']) await fs.mkdir(join(contentDir, folder));
  return { fs, contentDir, now: () => now, exclusively: (work) => work() };
}

const pathOf = (desk: ReviewDesk, folder: ItemFolder, name = id) => join(desk.contentDir, folder, `${name}.md`);
const put = (desk: ReviewDesk, folder: ItemFolder, item: Partial<StoredItem> = {}, body = 'The water went out.') =>
  fs.writeFile(pathOf(desk, folder, item.id), formatItemFile({ item: { ...lowTide, ...item }, body }));
const get = async (desk: ReviewDesk, folder: ItemFolder) => {
  const { item, body } = parseItemFile(await fs.readFile(pathOf(desk, folder), 'utf8'));
  return { ...(item as StoredItem), body };
};
const filesIn = (desk: ReviewDesk, folder: ItemFolder) => fs.readdir(join(desk.contentDir, folder)).catch(() => []);

test('an approved item is published with the date of its approval and waits no longer', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'inbox');
  assert.deepEqual(await approve(desk, id), { outcome: 'approved' });
  assert.deepEqual(await get(desk, 'published'), {
    ...lowTide,
    approvedAt: now.toISOString(),
    body: 'The water went out.',
  });
  assert.deepEqual(await filesIn(desk, 'inbox'), []);
});

test('an approved edit takes the new text and keeps what the creator had set', async (t) => {
  const desk = await newDesk(t);
  const socialLinks = [{ id: 'm', label: 'Mastodon', url: 'https://social.example/1', sortOrder: 1 }];
  await put(desk, 'published', { hiddenOn: ['api'], socialLinks, engagementScore: 7, themeIds: ['coast'] }, 'Old.');
  const edited = { title: 'Lowest tide', engagementScore: 9, themeIds: undefined, source: { key: 'k', hash: 'bb' } };
  await put(desk, 'inbox', edited, 'New.');
  await approve(desk, id);
  const { title, hiddenOn, engagementScore, themeIds, source, body, ...rest } = await get(desk, 'published');
  assert.deepEqual(
    { title, hiddenOn, engagementScore, themeIds, hash: source?.hash, body, socialLinks: rest.socialLinks },
    {
      title: 'Lowest tide',
      hiddenOn: ['api'],
      engagementScore: 9,
      themeIds: ['coast'],
      hash: 'bb',
      body: 'New.',
      socialLinks,
    },
  );
});

test('lists that the creator emptied on an edit stay empty when it is approved', async (t) => {
  const socialLinks = [{ id: 'm', label: 'Mastodon', url: 'https://social.example/1', sortOrder: 1 }];
  for (const none of [[], null]) {
    const desk = await newDesk(t);
    await put(desk, 'published', { hiddenOn: ['api'], socialLinks, themeIds: ['coast'] }, 'Old.');
    await put(desk, 'inbox', { themeIds: undefined }, 'New.');
    await edit(desk, id, { fields: { themeIds: none, hiddenOn: none, socialLinks: none } });
    await approve(desk, id);
    const { hiddenOn, themeIds, socialLinks: links } = await get(desk, 'published');
    assert.deepEqual({ hiddenOn, themeIds, links }, { hiddenOn: [], themeIds: [], links: [] });
  }
});

test('a rejected edit leaves the published version as it was', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'published', {}, 'Old.');
  await put(desk, 'inbox', {}, 'New.');
  assert.deepEqual(await reject(desk, id), { outcome: 'rejected' });
  assert.equal((await get(desk, 'published')).body, 'Old.');
  assert.equal((await get(desk, 'rejected')).body, 'New.');
});

test('a retracted item can be reopened and waits again', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'published');
  assert.deepEqual(await retract(desk, id), { outcome: 'retracted' });
  assert.deepEqual(await filesIn(desk, 'published'), []);
  assert.deepEqual(await reopen(desk, id), { outcome: 'reopened' });
  assert.deepEqual(await filesIn(desk, 'inbox'), [`${id}.md`]);
});

test('reopening never replaces a newer version that waits', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'published', {}, 'Old.');
  await retract(desk, id);
  await put(desk, 'inbox', {}, 'Newer.');
  assert.deepEqual(await reopen(desk, id), { outcome: 'already_waiting' });
  assert.equal((await get(desk, 'inbox')).body, 'Newer.');
});

test('a missing item is not found', async (t) => {
  const desk = await newDesk(t);
  for (const decide of [approve, reject, retract, reopen]) {
    assert.deepEqual(await decide(desk, id), { outcome: 'not_found' });
  }
  assert.deepEqual(await edit(desk, id, { fields: {} }), { outcome: 'not_found' });
});

test('path traversal in an id is refused by every function', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'published');
  const outside = join(desk.contentDir, 'x-01234567.md');
  await fs.writeFile(outside, 'secret');
  const hostile = [
    '../x-01234567',
    '../published/low-tide-01234567',
    '..\\x-01234567',
    'x-01234567\n',
    '/etc/passwd',
    '',
  ];
  for (const bad of [...hostile, `${'a'.repeat(5000)}-01234567`]) {
    for (const decide of [approve, reject, retract, reopen]) {
      assert.equal((await decide(desk, bad)).outcome, 'invalid', `${decide.name} took ${JSON.stringify(bad)}`);
    }
    assert.equal((await edit(desk, bad, { fields: {}, body: '' })).outcome, 'invalid');
  }
  assert.equal(await fs.readFile(outside, 'utf8'), 'secret');
  assert.deepEqual(await filesIn(desk, 'published'), [`${id}.md`]);
});

test('an edit changes fields and body, sets updatedAt, keeps the hash of the source', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'inbox', { summary: 'Out' });
  const change = { fields: { title: 'Ebb', summary: null, hiddenOn: ['api'] }, body: 'Gone.' };
  assert.deepEqual(await edit(desk, id, change), { outcome: 'edited' });
  const { source, ...edited } = await get(desk, 'inbox');
  assert.deepEqual([source?.key, source?.hash], [lowTide.source?.key, 'aa']);
  const { source: _, ...before } = lowTide;
  assert.deepEqual(edited, {
    ...before,
    title: 'Ebb',
    hiddenOn: ['api'],
    updatedAt: now.toISOString(),
    body: 'Gone.',
  });
});

test('an edit goes to the waiting version unless the published one is asked for', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'published');
  await edit(desk, id, { fields: { title: 'First' } });
  assert.equal((await get(desk, 'published')).title, 'First');
  await put(desk, 'inbox');
  await edit(desk, id, { fields: { title: 'Second' } });
  await edit(desk, id, { fields: { title: 'Third' } }, { folder: 'published' });
  assert.equal((await get(desk, 'inbox')).title, 'Second');
  assert.equal((await get(desk, 'published')).title, 'Third');
});

test('an edit that breaks the item is refused with the reasons and changes nothing', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'inbox');
  const result = await edit(desk, id, {
    fields: { title: '', id: 'other-01234567', colour: 'red', language: 'klingon!' },
  });
  assert.equal(result.outcome, 'invalid');
  const problems = 'problems' in result ? result.problems.join('\n') : '';
  for (const field of ['title must', "id can't", 'colour is', 'language is no'])
    assert.match(problems, new RegExp(`^${field}`, 'm'));
  assert.equal((await get(desk, 'inbox')).title, 'Low tide');
});

test('an item that changed since the reviewer saw it is neither approved nor rejected nor edited', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'inbox');
  const seen = (await listWaiting(desk)).items[0]!.revision;
  await put(desk, 'inbox', {}, 'Put there by a later ingest.');
  assert.deepEqual(await approve(desk, id, seen), { outcome: 'changed' });
  assert.deepEqual(await reject(desk, id, seen), { outcome: 'changed' });
  assert.deepEqual(await edit(desk, id, { fields: {} }, { seenRevision: seen }), { outcome: 'changed' });
  const seenNow = (await listWaiting(desk)).items[0]!.revision;
  assert.deepEqual(await approve(desk, id, seenNow), { outcome: 'approved' });
});

test('many decisions at once each have their own outcome', async (t) => {
  const desk = await newDesk(t);
  const names = Array.from({ length: 150 }, (_, n) => `tide-${String(n).padStart(8, '0')}`);
  for (const name of names) await put(desk, 'inbox', { id: name });
  const { items } = await listWaiting(desk);
  const seen = items.map(({ item, revision }) => ({ id: item.id, revision }));
  await put(desk, 'inbox', { id: names[70] }, 'Changed since.');
  const outcomes = await decideMany(desk, approve, seen);
  assert.deepEqual(
    outcomes.flatMap(({ outcome }, at) => (outcome === 'approved' ? [] : [seen[at]!.id, outcome])),
    [names[70], 'changed'],
  );
  assert.equal((await filesIn(desk, 'published')).length, 149);
});

test('the list is newest first, narrowed by feed, and shows what an edit would replace', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'inbox');
  await put(desk, 'published', {}, 'Old.');
  await put(desk, 'inbox', { id: 'later-01234567', date: '2025-02-03T00:00:00+05:00' });
  await put(desk, 'inbox', { id: 'other-01234567', sourceFeed: 'podcast' });
  const { items } = await listWaiting(desk);
  assert.deepEqual(
    items.map(({ item, published }) => [item.id, published?.body]),
    [
      ['later-01234567', undefined],
      [id, 'Old.'],
      ['other-01234567', undefined],
    ],
  );
  assert.deepEqual(
    (await listWaiting(desk, 'podcast')).items.map(({ item }) => item.id),
    ['other-01234567'],
  );
});

test('a file that can not be read is named with its problems, can be rejected and never approved', async (t) => {
  const desk = await newDesk(t);
  await fs.writeFile(pathOf(desk, 'inbox'), 'no front matter');
  await fs.writeFile(join(desk.contentDir, 'inbox', `${id}.md.1.tmp`), 'half');
  await put(desk, 'inbox', { id: 'other-01234567' });
  await fs.rename(pathOf(desk, 'inbox', 'other-01234567'), pathOf(desk, 'inbox', 'renamed-01234567'));
  const { items, unreadable } = await listWaiting(desk);
  assert.deepEqual(items, []);
  assert.deepEqual(
    unreadable.map(({ name }) => name),
    [`${id}.md`, 'renamed-01234567.md'],
  );
  assert.equal((await approve(desk, id)).outcome, 'invalid');
  assert.deepEqual(await reject(desk, id), { outcome: 'rejected' });
});

test('an empty content folder has nothing waiting', async (t) => {
  const desk = await newDesk(t);
  assert.deepEqual(await listWaiting({ ...desk, contentDir: join(desk.contentDir, 'none') }), {
    items: [],
    unreadable: [],
  });
});
