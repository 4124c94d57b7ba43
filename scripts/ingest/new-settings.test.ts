// Tests changed settings of a feed: waiting items follow them, decided items do not.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Feed } from '#contract/schemas/content-files.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { approve, edit, reject } from '../../sidecar/content/review.ts';
import { type ItemFolder, readItem } from '../../sidecar/content/review-desk.ts';
import { listWaiting } from '../../sidecar/content/waiting-items.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const entry = (n: number, more = '') =>
  `<item><title>Entry ${n}</title><guid>${n}</guid><pubDate>Fri, 02 Jan 2026 06:00:00 GMT</pubDate><link>https://example.org/${n}</link><description>Words.</description>${more}</item>`;
const sound = '<enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="9"/>';

async function newRoom(t: TestContext, ...entries: string[]) {
  const contentDir = mkdtempSync(join(tmpdir(), 'new-settings-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  const put = (text: string) =>
    writeFileSync(
      join(contentDir, 'feed.xml'),
      `<rss version="2.0"><channel><title>Feed</title>${text}</channel></rss>`,
    );
  put(entries.join(''));
  const desk = openDesk(contentDir);
  const pull = async (settings: Partial<Feed> = {}) => {
    writeFileSync(
      join(contentDir, 'feeds.json'),
      JSON.stringify({ feeds: [{ id: 'blog', file: 'feed.xml', ...settings }] }),
    );
    return (await pullFeeds({ contentDir, reader, now: () => new Date('2026-01-01') })).feeds[0]!;
  };
  await pull();
  const ids = (await listWaiting(desk)).items.map(({ item }) => item.id).sort();
  const get = async (folder: ItemFolder, id: string) => {
    const found = await readItem(desk, folder, id);
    assert.ok(found.outcome === 'found', `${folder} ${id} ${found.outcome}`);
    return found.item;
  };
  return { desk, pull, put, ids, get };
}

test('waiting items follow changed settings of their feed, and the report says so', async (t) => {
  const { pull, ids, get } = await newRoom(t, entry(1), entry(2));
  const report = await pull({ type: 'timeline', kind: 'press', keywords: ['sea'], language: 'de' });
  assert.deepEqual(
    [report.new, report.changed, report.notices],
    [0, 0, [{ code: 'settings_applied', details: { count: 2 } }]],
  );
  for (const id of ids) {
    const { type, kind, keywords, language } = await get('inbox', id);
    assert.deepEqual([type, kind, keywords, language], ['timeline', 'press', ['sea'], 'de']);
  }
  const again = await pull({ type: 'timeline', kind: 'press', keywords: ['sea'], language: 'de', review: 'auto' });
  assert.deepEqual(again.notices, []);
  await pull();
  assert.deepEqual((await get('inbox', ids[0]!)).type, 'article');
});

test('the title of a feed is the podcast of the episodes that wait', async (t) => {
  const { pull, ids, get } = await newRoom(t, entry(1, sound));
  assert.deepEqual((await pull({ title: 'My show' })).notices, [{ code: 'settings_applied', details: { count: 1 } }]);
  assert.equal((await get('inbox', ids[0]!)).podcast, 'My show');
});

test('items that the creator edited, published or rejected keep their settings', async (t) => {
  const { desk, pull, put, ids, get } = await newRoom(t, entry(1), entry(2), entry(3), entry(4));
  const [edited, published, rejected, waiting] = ids as [string, string, string, string];
  await edit(desk, edited, { fields: { title: 'Mine' } });
  await approve(desk, published);
  await reject(desk, rejected);
  const before = [await get('inbox', edited), await get('published', published), await get('rejected', rejected)];
  const { notices } = await pull({ type: 'timeline', keywords: ['sea'] });
  assert.deepEqual(notices, [{ code: 'settings_applied', details: { count: 1 } }]);
  assert.equal((await get('inbox', waiting)).type, 'timeline');
  const after = [await get('inbox', edited), await get('published', published), await get('rejected', rejected)];
  assert.deepEqual(after, before);
  put([entry(1), entry(2).replace('Words', 'Other words'), entry(3), entry(4)].join(''));
  await pull({ type: 'timeline' });
  await pull({ type: 'timeline', keywords: ['tide'] });
  assert.deepEqual((await get('inbox', published)).keywords, [], 'an edit of what is published does not follow');
});
