// Tests items whose date is missing or cannot be read.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileLeftOut } from '#contract/notices.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { approve, edit } from '../../sidecar/content/review.ts';
import { type ItemFolder, readItem } from '../../sidecar/content/review-desk.ts';
import { openCatalog } from '../build/catalog.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const approvalTime = '2026-11-28T12:00:00.000Z';

function createRoom(t: TestContext, review?: 'auto') {
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-undated-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'a', file: 'a.xml', review }] }));
  const { creator } = sandboxRoom({ baseUrl: 'https://room.example.org' });
  writeFileSync(join(contentDir, 'creator.json'), JSON.stringify({ ...creator, updatedAt: '2026-01-01' }));
  const desk = { ...openDesk(contentDir), now: () => new Date(approvalTime) };
  const ingest = async (date: string, title = 'Tide') => {
    const item = `<item><title>${title}</title><guid>1</guid><link>https://example.org/1</link>${date}</item>`;
    writeFileSync(join(contentDir, 'a.xml'), `<rss version="2.0"><channel><title>A</title>${item}</channel></rss>`);
    await pullFeeds({ contentDir, reader, now: () => new Date('2026-11-20T06:00:00Z') });
  };
  const read = async (folder: ItemFolder) => {
    const [name = ''] = readdirSync(join(contentDir, folder));
    const found = await readItem(desk, folder, name.replace('.md', ''));
    assert.ok(found.outcome === 'found', `${folder}/${name}: ${found.outcome}`);
    return found;
  };
  return { contentDir, desk, ingest, read };
}
const riddle = '<pubDate>the ides of next spring</pubDate>';

test('an item whose date cannot be read waits without a date until the creator sets one', async (t) => {
  const { contentDir, desk, ingest, read } = createRoom(t, 'auto');
  await ingest(riddle);
  const { item } = await read('inbox');
  assert.deepEqual([item.date, item.source?.dateText], [undefined, 'the ides of next spring']);
  assert.deepEqual(await approve(desk, item.id), { outcome: 'undated' });
  await edit(desk, item.id, { fields: { title: 'High tide' } });
  assert.equal((await edit(desk, item.id, { fields: { date: '2024-03-15T00:00:00Z' } })).outcome, 'edited');
  assert.equal((await approve(desk, item.id)).outcome, 'approved');
  await ingest(riddle, 'Tide, again');
  assert.equal((await read('inbox')).item.date, '2024-03-15T00:00:00Z');
  const { items, problems } = await openCatalog(contentDir).read();
  assert.deepEqual([items.map(({ date }) => date), problems], [['2024-03-15T00:00:00Z'], []]);
  assert.equal((await edit(desk, item.id, { fields: { date: null } }, { folder: 'published' })).outcome, 'invalid');
});

test('an item whose source states no date has the time of its approval, not that of the ingest', async (t) => {
  const { desk, ingest, read } = createRoom(t);
  await ingest('');
  const { item } = await read('inbox');
  assert.deepEqual([item.date, item.source?.dateText], [undefined, undefined]);
  assert.equal((await approve(desk, item.id)).outcome, 'approved');
  assert.equal((await read('published')).item.date, approvalTime);
  await ingest('', 'Tide, again');
  assert.equal((await read('inbox')).item.date, approvalTime);
});

test('an item without a date gets the date that its source states later', async (t) => {
  const { ingest, read } = createRoom(t);
  await ingest(riddle);
  await ingest('<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate>');
  const { item } = await read('inbox');
  assert.deepEqual([item.date, item.source?.dateText], ['2026-11-03T10:00:00Z', undefined]);
});

test('an item without a date gets it from the unchanged source once it can be read', async (t) => {
  const { contentDir, ingest, read } = createRoom(t);
  await ingest('<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate>');
  const { item, body } = await read('inbox');
  const fields = item.source!.fields!.replace(/date:\w+ ?/, '').trim();
  const { date, ...undated } = { ...item, source: { ...item.source!, fields } };
  writeFileSync(join(contentDir, 'inbox', `${item.id}.md`), formatItemFile({ item: undated, body }));
  rmSync(join(contentDir, '.build'), { recursive: true });
  await ingest('<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate>');
  assert.equal((await read('inbox')).item.date, date);
});

test('a published file without a date is left out of the room with a message', async (t) => {
  const { contentDir, desk, ingest, read } = createRoom(t);
  await ingest('<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate>');
  await approve(desk, (await read('inbox')).item.id);
  const { item, body } = await read('published');
  const { date: _, ...undated } = item;
  writeFileSync(join(contentDir, 'published', `${item.id}.md`), formatItemFile({ item: undated, body }));
  const { items, problems } = await openCatalog(contentDir).read();
  assert.deepEqual([items.length, problems], [0, [fileLeftOut(`published/${item.id}.md`, 'date is missing')]]);
});
