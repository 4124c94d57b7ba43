// Tests changes by the creator together with changes at the source, in a room with one feed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { summarizeEdit } from '../../sidecar/content/edit-summary.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { approve, resolveConflicts, edit, type ItemChange, reject } from '../../sidecar/content/review.ts';
import { type ReviewDesk, type ItemFolder, readItem } from '../../sidecar/content/review-desk.ts';
import { listWaiting } from '../../sidecar/content/waiting-items.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

interface Said {
  title?: string;
  words?: string;
  tags?: string[];
}
type Values = Partial<StoredItem> & { body: string };

const sound = '<enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="9"/>';

/** Creates a room whose feed has one entry; with `auto`, it is an episode that is published without review. */
async function newRoom(t: TestContext, settings: Partial<Feed> = {}) {
  const contentDir = mkdtempSync(join(tmpdir(), 'own-changes-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  const feed = { id: 'blog', file: 'feed.xml', ...settings };
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [feed] }));
  const desk = openDesk(contentDir);
  const says = async ({ title = 'One', words = 'Words.', tags = [] }: Said = {}) => {
    const categories = tags.map((tag) => `<category>${tag}</category>`).join('');
    const item = `<item><title>${title}</title><guid>1</guid><pubDate>Fri, 02 Jan 2026 06:00:00 GMT</pubDate><link>https://example.org/1</link><description>${words}</description>${categories}${settings.review ? sound : ''}</item>`;
    writeFileSync(join(contentDir, 'feed.xml'), `<rss version="2.0"><channel>${item}</channel></rss>`);
    return (await pullFeeds({ contentDir, reader, now: () => new Date('2026-01-01') })).feeds[0]!;
  };
  await says();
  return { desk, says, id: (await listWaiting(desk)).items[0]?.item.id ?? (await publishedId(desk)) };
}

const publishedId = async (desk: ReviewDesk): Promise<string> =>
  (await desk.fs.readdir(join(desk.contentDir, 'published')))[0]!.slice(0, -'.md'.length);

async function get(desk: ReviewDesk, folder: ItemFolder, id: string): Promise<Values | undefined> {
  const found = await readItem(desk, folder, id);
  assert.notEqual(found.outcome, 'invalid');
  return found.outcome === 'found' ? { ...found.item, body: found.body } : undefined;
}

const mine: ItemChange = { fields: { title: 'My title', summary: 'By hand.' } };

test('the creator’s changes to a published item stay when the source changes another field', async (t) => {
  const { desk, says, id } = await newRoom(t, { review: 'auto' });
  await edit(desk, id, mine);
  assert.equal((await says({ tags: ['sea'] })).changed, 1);
  const { title, summary, keywords } = (await get(desk, 'published', id))!;
  assert.deepEqual([title, summary, keywords], ['My title', 'By hand.', ['sea']]);
  assert.deepEqual((await listWaiting(desk)).items, []);
});

test('an item published without review is marked so until the creator approves it', async (t) => {
  const { desk, says, id } = await newRoom(t, { review: 'auto' });
  const reviewed = async () => {
    const found = await readItem(desk, 'published', id);
    return found.outcome === 'found' && found.item.reviewed;
  };
  assert.equal(await reviewed(), 'auto');
  await says({ title: 'Another title' });
  assert.equal(await reviewed(), 'auto');
  await edit(desk, id, mine);
  await says({ title: 'A third title' });
  await resolveConflicts(desk, id, [{ name: 'title', side: 'theirs' }]);
  assert.deepEqual(await approve(desk, id), { outcome: 'approved' });
  assert.equal(await reviewed(), undefined);
});

test('a field that both sides changed waits, also in a feed that publishes automatically', async (t) => {
  const { desk, says, id } = await newRoom(t, { review: 'auto' });
  await edit(desk, id, mine);
  await says({ title: 'Two' });
  assert.equal((await get(desk, 'published', id))!.title, 'My title');
  const [waiting] = (await listWaiting(desk)).items;
  assert.deepEqual(waiting!.conflicts, [{ name: 'title', mine: 'My title', theirs: 'Two' }]);
  assert.deepEqual(await approve(desk, id), { outcome: 'conflict', fields: ['title'] });
});

for (const side of ['mine', 'theirs'] as const) {
  test(`a conflict resolved with “${side}” can be approved and does not return`, async (t) => {
    const { desk, says, id } = await newRoom(t);
    await approve(desk, id);
    await edit(desk, id, { fields: { title: 'My title', author: 'Me' } });
    await says({ title: 'Two', words: 'Other words.' });
    assert.deepEqual(await resolveConflicts(desk, id, [{ name: 'title', side }]), { outcome: 'chosen' });
    assert.deepEqual(await approve(desk, id), { outcome: 'approved' });
    const { title, author, body, source } = (await get(desk, 'published', id))!;
    assert.deepEqual([title, body], [side === 'mine' ? 'My title' : 'Two', 'Other words.']);
    assert.deepEqual([author, source!.decided, source!.theirs], ['Me', undefined, undefined]);
    await says({ title: 'Two', words: 'Still other words.' });
    const [waiting] = (await listWaiting(desk)).items;
    assert.deepEqual(waiting!.conflicts, []);
    const changes = summarizeEdit(waiting!.published!, waiting!);
    assert.deepEqual(
      changes.map((line) => line.split(':')[0]),
      ['summary', 'body'],
    );
  });
}

test('an edit of the source never proposes to undo what the creator changed before or while it waits', async (t) => {
  const { desk, says, id } = await newRoom(t);
  await approve(desk, id);
  await edit(desk, id, mine);
  await says({ tags: ['sea'] });
  await edit(desk, id, { fields: { author: 'Me' } }, { folder: 'published' });
  const [waiting] = (await listWaiting(desk)).items;
  assert.deepEqual(summarizeEdit(waiting!.published!, waiting!), ['keywords: {+sea+}']);
  await approve(desk, id);
  const { title, summary, author, keywords } = (await get(desk, 'published', id))!;
  assert.deepEqual([title, summary, author, keywords], ['My title', 'By hand.', 'Me', ['sea']]);
});

test('an edit that the source reverts is withdrawn', async (t) => {
  const { desk, says, id } = await newRoom(t);
  await approve(desk, id);
  await says({ words: 'Embarrassing words.' });
  assert.equal((await listWaiting(desk)).items.length, 1);
  const report = await says();
  assert.deepEqual((await listWaiting(desk)).items, []);
  assert.deepEqual([report.changed, report.notices.length], [0, 1]);
  assert.equal(report.notices[0]!.code, 'edits_withdrawn');
  await says({ words: 'Better words.' });
  assert.equal((await get(desk, 'inbox', id))!.body, 'Better words.');
});

test('if the source returns to a rejected edit, the edit in between is withdrawn', async (t) => {
  const { desk, says, id } = await newRoom(t);
  await approve(desk, id);
  await says({ title: 'Two' });
  await reject(desk, id);
  await says({ title: 'Three' });
  await says({ title: 'Two' });
  assert.deepEqual((await listWaiting(desk)).items, []);
  assert.equal((await get(desk, 'published', id))!.title, 'One');
});

test('the creator’s changes to a reverted edit still wait', async (t) => {
  const { desk, says, id } = await newRoom(t);
  await approve(desk, id);
  await says({ title: 'Two' });
  await edit(desk, id, { fields: { summary: 'By hand.' } });
  await says();
  const [waiting] = (await listWaiting(desk)).items;
  assert.deepEqual(summarizeEdit(waiting!.published!, waiting!), ['summary: [-Words.-] {+By hand.+}']);
});

test('a waiting item edited by the creator conflicts only in fields that the source changed as well', async (t) => {
  const { desk, says, id } = await newRoom(t);
  await edit(desk, id, mine);
  await says({ words: 'Other words.' });
  const first = (await listWaiting(desk)).items[0]!;
  assert.deepEqual([first.item.title, first.body], ['My title', 'Other words.']);
  assert.deepEqual(
    first.conflicts.map(({ name, theirs }) => [name, theirs]),
    [['summary', 'Other words.']],
  );
  await says();
  assert.deepEqual((await listWaiting(desk)).items[0]!.conflicts, []);
  await says({ title: 'Two' });
  const { conflicts } = (await listWaiting(desk)).items[0]!;
  assert.deepEqual(conflicts, [{ name: 'title', mine: 'My title', theirs: 'Two' }]);
});

test('a score and themes that the creator cleared on a waiting edit stay cleared', async (t) => {
  const { desk, says, id } = await newRoom(t);
  await edit(desk, id, { fields: { engagementScore: 3, themeIds: ['tides'] } });
  await approve(desk, id);
  await says({ title: 'Two' });
  await edit(desk, id, { fields: { engagementScore: null, themeIds: null } });
  await says({ title: 'Three' });
  await approve(desk, id);
  const { title, engagementScore, themeIds } = (await get(desk, 'published', id))!;
  assert.deepEqual([title, engagementScore, themeIds], ['Three', undefined, []]);
});

test('a manual change in the file of a published item counts as a change by the creator', async (t) => {
  const { desk, says, id } = await newRoom(t, { review: 'auto' });
  const { body: _, ...item } = (await get(desk, 'published', id))!;
  const file = formatItemFile({ item: item as StoredItem, body: 'Written in an editor.' });
  writeFileSync(join(desk.contentDir, 'published', `${id}.md`), file);
  await says({ title: 'Two' });
  const { title, body } = (await get(desk, 'published', id))!;
  assert.deepEqual([title, body], ['Two', 'Written in an editor.']);
});

test('an item from before versions were stored keeps the creator’s text', async (t) => {
  const { desk, says, id } = await newRoom(t, { review: 'auto' });
  await edit(desk, id, mine);
  const { body, ...item } = (await get(desk, 'published', id))!;
  const { fields: _, ...source } = item.source!;
  const old = formatItemFile({ item: { ...(item as StoredItem), source }, body });
  writeFileSync(join(desk.contentDir, 'published', `${id}.md`), old);
  await says({ tags: ['sea'] });
  const names = (await listWaiting(desk)).items[0]!.conflicts.map(({ name }) => name);
  assert.deepEqual(names.sort(), ['keywords', 'summary', 'title']);
  assert.equal((await get(desk, 'published', id))!.title, 'My title');
});
