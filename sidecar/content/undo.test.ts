// Decisions about several items and changes of feeds.json, taken back in one step on a real folder.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { approve, decideMany, edit, reject } from './review.ts';
import { type ReviewDesk, type ItemFolder, readItem } from './review-desk.ts';
import { listWaiting } from './waiting-items.ts';
import { moveFeed, removeFeed, countItemsWithoutFeed } from './feed-changes.ts';
import { openUndo, listUndoableDecisions, undoDecision } from './undo.ts';

const idOf = (n: number): string => `piece-0000000${n}`;
const itemOf = (n: number, more: Partial<StoredItem> = {}): StoredItem => ({
  id: idOf(n),
  type: 'article',
  title: `Piece ${n}`,
  date: `2026-02-0${n}T08:00:00Z`,
  keywords: [],
  themeIds: [],
  sourceFeed: 'blog',
  ...more,
});

async function newDesk(t: TestContext): Promise<ReviewDesk> {
  const contentDir = await fs.mkdtemp(join(tmpdir(), 'undo-'));
  t.after(() => fs.rm(contentDir, { recursive: true }));
  for (const folder of ['inbox', 'published', 'rejected']) await fs.mkdir(join(contentDir, folder));
  return { fs, contentDir, now: () => new Date('2026-03-01T12:00:00Z'), exclusively: (work) => work() };
}

const put = (desk: ReviewDesk, folder: ItemFolder, item: StoredItem) =>
  fs.writeFile(join(desk.contentDir, folder, `${item.id}.md`), formatItemFile({ item, body: 'Words.' }));

/** Every item file with its bytes. */
async function snapshot({ contentDir }: ReviewDesk): Promise<Record<string, string>> {
  const names = (await fs.readdir(contentDir, { recursive: true })).filter((name) =>
    /^(inbox|pub|rej).*\.md$/.test(name),
  );
  const texts = names.sort().map(async (name) => [name, await fs.readFile(join(contentDir, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function approveAll(desk: ReviewDesk): Promise<void> {
  const seen = (await listWaiting(desk)).items.map(({ item: { id }, revision }) => ({ id, revision }));
  const undo = await openUndo(desk, `${seen.length} items approved`);
  await decideMany(desk, approve, seen, undo.keep);
  await undo.close(seen.map(({ id }) => id));
}

test('everything that was approved at once waits again, and what it replaced is published again', async (t) => {
  const desk = await newDesk(t);
  await put(desk, 'published', itemOf(1));
  await put(desk, 'rejected', itemOf(2, { title: 'Turned down' }));
  for (const n of [1, 2, 3]) await put(desk, 'inbox', itemOf(n, { summary: 'New.' }));
  const before = await snapshot(desk);
  await approveAll(desk);
  assert.deepEqual(
    Object.keys(await snapshot(desk)).filter((name) => name.startsWith('inbox')),
    [],
  );
  const [last] = await listUndoableDecisions(desk);
  assert.deepEqual([last!.what, last!.decided], ['3 items approved', 3]);
  assert.deepEqual(await undoDecision(desk, last!.name), {
    outcome: 'undone',
    what: '3 items approved',
    restored: 3,
    changed: [],
  });
  assert.deepEqual(await snapshot(desk), before);
  assert.deepEqual(await undoDecision(desk, last!.name), { outcome: 'not_found' });
});

test('an item that was changed since stays as it is, and is named', async (t) => {
  const desk = await newDesk(t);
  for (const n of [1, 2]) await put(desk, 'inbox', itemOf(n));
  await approveAll(desk);
  await edit(desk, idOf(1), { fields: { title: 'Changed since' } });
  const [last] = await listUndoableDecisions(desk);
  const result = await undoDecision(desk, last!.name);
  assert.deepEqual(result.outcome === 'undone' && [result.restored, result.changed], [1, [idOf(1)]]);
  const found = await readItem(desk, 'published', idOf(1));
  assert.equal(found.outcome === 'found' && found.item.title, 'Changed since');
  assert.equal((await readItem(desk, 'inbox', idOf(2))).outcome, 'found');
});

test('a decision that a crash cut off can be undone, too', async (t) => {
  const desk = await newDesk(t);
  for (const n of [1, 2]) await put(desk, 'inbox', itemOf(n));
  const before = await snapshot(desk);
  const undo = await openUndo(desk, '2 items rejected');
  await undo.keep([idOf(1), idOf(2)]);
  await reject(desk, idOf(1));
  const [last] = await listUndoableDecisions(desk);
  await undoDecision(desk, last!.name);
  assert.deepEqual(await snapshot(desk), before);
});

test('nothing outside the kept decisions is touched by a made-up name', async (t) => {
  const desk = await newDesk(t);
  for (const name of ['../..', '', '20260301120000000', '20260301120000000-1/..'])
    assert.deepEqual(await undoDecision(desk, name), { outcome: 'not_found' });
});

const feedsFile = (desk: ReviewDesk) => join(desk.contentDir, 'feeds.json');
const feeds = {
  feeds: [
    { id: 'blog', url: 'https://old.example/feed' },
    { id: 'pod', file: 'feeds/pod.xml' },
  ],
};

for (const fate of ['keep', 'hide', 'retract'] as const) {
  test(`a feed is removed with the fate “${fate}” for its items, and that can be undone`, async (t) => {
    const desk = await newDesk(t);
    const text = `${JSON.stringify(feeds, undefined, 4)}\n`;
    await fs.writeFile(feedsFile(desk), text);
    await put(desk, 'published', itemOf(1));
    await put(desk, 'published', itemOf(2, { sourceFeed: 'pod' }));
    await put(desk, 'inbox', itemOf(3));
    const before = await snapshot(desk);
    const { outcome } = await removeFeed(desk, 'blog', fate);
    assert.equal(outcome, 'removed');
    const file = JSON.parse(await fs.readFile(feedsFile(desk), 'utf8'));
    assert.deepEqual([file.feeds, file.removed], [[feeds.feeds[1]], [{ id: 'blog', items: fate }]]);
    const first = await readItem(desk, fate === 'retract' ? 'rejected' : 'published', idOf(1));
    const hidden = first.outcome === 'found' && first.item.hiddenOn;
    assert.deepEqual(hidden, fate === 'hide' ? ['mediaRoom', 'api'] : undefined);
    assert.equal((await readItem(desk, fate === 'keep' ? 'inbox' : 'rejected', idOf(3))).outcome, 'found');
    assert.deepEqual(countItemsWithoutFeed(file, [itemOf(1), itemOf(2, { sourceFeed: 'pod' })]), []);
    await undoDecision(desk, (await listUndoableDecisions(desk))[0]!.name);
    assert.deepEqual([await snapshot(desk), await fs.readFile(feedsFile(desk), 'utf8')], [before, text]);
  });
}

test('items of a feed that the creator took out of the file by hand are asked about', () => {
  const items = [itemOf(1), itemOf(2, { sourceFeed: 'gone' }), itemOf(3, { sourceFeed: 'gone' })];
  assert.deepEqual(countItemsWithoutFeed(feeds, items), [{ id: 'gone', items: 2 }]);
});

test('a moved feed is taken over in the creator’s own form of feeds.json, and one without an address cannot move', async (t) => {
  const desk = await newDesk(t);
  await fs.writeFile(feedsFile(desk), JSON.stringify(feeds, undefined, 4));
  assert.deepEqual(await moveFeed(desk, 'blog', 'https://new.example/feed'), { outcome: 'changed' });
  const text = await fs.readFile(feedsFile(desk), 'utf8');
  assert.match(text, /^\{\n {4}"feeds": \[\n {8}\{\n {12}"id": "blog",\n {12}"url": "https:\/\/new\.example\/feed"/);
  assert.deepEqual(await moveFeed(desk, 'pod', 'https://new.example/'), { outcome: 'not_found' });
  assert.equal((await moveFeed(desk, 'blog', 'ftp://new.example/')).outcome, 'invalid');
});
