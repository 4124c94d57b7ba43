// Tests that known entries are converted again after an upgrade, without a review and without touching edits.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, type ItemFile, parseItemFile } from '#domain/items/item-file.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { replaceSourceValues } from '../../sidecar/content/proposal.ts';
import { approve, edit } from '../../sidecar/content/review.ts';
import { readItem } from '../../sidecar/content/review-desk.ts';
import { listWaiting } from '../../sidecar/content/waiting-items.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const entry = (id: number, html: string) =>
  `<item><title>Item ${id}</title><guid>${id}</guid><pubDate>Fri, 02 Jan 2026 06:00:00 GMT</pubDate><link>https://example.org/${id}</link><description><![CDATA[${html}]]></description></item>`;

/** Creates a room with two published items and a waiting one, all of which an earlier version has converted. */
async function createUpgradedRoom(t: TestContext) {
  const contentDir = mkdtempSync(join(tmpdir(), 'convert-again-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'blog', file: 'feed.xml' }] }));
  const items = [1, 2, 3].map((id) => entry(id, `<p>We made 10<sup>6</sup> readings in <b>room ${id}</b>.</p>`));
  writeFileSync(join(contentDir, 'feed.xml'), `<rss version="2.0"><channel>${items.join('')}</channel></rss>`);
  const pull = async () => (await pullFeeds({ contentDir, reader, now: () => new Date('2026-03-01') })).feeds[0]!;
  await pull();
  const desk = openDesk(contentDir);
  const ids = (await listWaiting(desk)).items.map(({ item }) => item.id).sort();
  for (const id of ids.slice(0, 2)) await approve(desk, id);
  const pathOf = (folder: string, id: string) => join(contentDir, folder, `${id}.md`);
  const writeEarlier = (folder: string, id: string, body: string) => {
    const file = parseItemFile(readFileSync(pathOf(folder, id), 'utf8')) as ItemFile & { item: StoredItem };
    writeFileSync(pathOf(folder, id), formatItemFile(replaceSourceValues(file, { body })));
  };
  const upgrade = () => {
    const path = join(contentDir, '.build', 'feed-state.json');
    const { blog } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ blog: { ...blog, conversion: undefined } }));
  };
  return { desk, ids, pull, pathOf, writeEarlier, upgrade };
}

test('after an upgrade, unedited texts are converted again without a review', async (t) => {
  const { desk, ids, pull, writeEarlier, upgrade } = await createUpgradedRoom(t);
  const [first = '', second = '', third = ''] = ids;
  writeEarlier('published', first, 'We made 106 readings in **room 1**.');
  writeEarlier('inbox', third, 'We made 106 readings in **room 3**.');
  await edit(desk, second, { fields: { title: 'My title' }, body: 'My own words.' });
  upgrade();
  const { changed, notices } = await pull();
  assert.equal(changed, 0);
  assert.deepEqual(notices, [{ code: 'texts_reworded', details: { count: 1, titles: 'Item 1' } }]);
  const bodyIn = async (folder: 'inbox' | 'published', id: string) => {
    const item = await readItem(desk, folder, id);
    return item.outcome === 'found' ? item.body.trim() : item.outcome;
  };
  assert.equal(await bodyIn('published', first), 'We made 10⁶ readings in **room 1**.');
  assert.equal(await bodyIn('published', second), 'My own words.');
  assert.equal(await bodyIn('inbox', third), 'We made 10⁶ readings in **room 3**.');
  assert.deepEqual(
    (await listWaiting(desk)).items.map(({ item }) => item.id),
    [third],
  );
  assert.equal((await pull()).outcome, 'unchanged');
});

test('an upgrade that converts a text as before changes no file', async (t) => {
  const { ids, pull, pathOf, upgrade } = await createUpgradedRoom(t);
  const before = readFileSync(pathOf('published', ids[0]!), 'utf8');
  upgrade();
  assert.deepEqual((await pull()).notices, []);
  assert.equal(readFileSync(pathOf('published', ids[0]!), 'utf8'), before);
});

test('an edit at the source is still reviewed after an upgrade', async (t) => {
  const { desk, ids, pull, upgrade } = await createUpgradedRoom(t);
  upgrade();
  writeFileSync(
    join(desk.contentDir, 'feed.xml'),
    `<rss version="2.0"><channel>${entry(1, '<p>Other words.</p>')}</channel></rss>`,
  );
  assert.equal((await pull()).changed, 1);
  assert.ok((await listWaiting(desk)).items.some(({ item }) => item.id === ids[0]));
});
