// Tests the creator's files as editors save them: with a byte order mark, in UTF-16, and in Windows-1252.
import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AccessFile, Creator, FeedsFile } from '#contract/schemas/content-files.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { openDesk } from '../sidecar/content/desk.ts';
import { addFeeds } from '../sidecar/content/feed-changes.ts';
import { readItem } from '../sidecar/content/review-desk.ts';
import { readContentFile } from '../sidecar/console/content/content-file.ts';
import { readRoomEnvironment } from '../sidecar/settings/environment.ts';
import { openCatalog } from './build/catalog.ts';
import { contentFileProblems, readJsonFile } from './json-file.ts';
import { readKnownItems } from './ingest/known-items.ts';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const forms: Record<string, (text: string) => Buffer> = {
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-8 with Windows line ends': (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
  'UTF-16LE with a byte order mark': (text) => utf16(`\ufeff${text}`),
  'UTF-16BE with a byte order mark': (text) => utf16(`\ufeff${text}`).swap16(),
  'UTF-16LE without a mark': utf16,
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
};
const { creator, items } = sandboxRoom({ baseUrl: 'https://room.example.org' });
const { hash: _, wordCount: __, ...stored } = items[0]!;

for (const [form, write] of Object.entries(forms))
  test(`files saved as ${form} are read like any other`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-saved-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'published'));
    const put = (name: string, text: string) => writeFileSync(join(folder, name), write(text));
    const json = (value: unknown) => JSON.stringify(value, undefined, 2);
    put('creator.json', json({ ...creator, name: 'Zoë Groß' }));
    put('feeds.json', json({ feeds: [{ id: 'blog', url: 'https://a.example/', title: 'Über' }] }));
    put('access.json', json({ enabled: false }));
    const milestone = { id: 'first', date: '2020-01-01', kind: 'milestone', title: 'Début' };
    put('timeline.json', json({ entries: [milestone] }));
    put(`published/${stored.id}.md`, formatItemFile({ item: { ...stored, title: 'Fünf' }, body: 'Größe' }));
    put('greenroom.env', 'PORT=5000\nROOM_NAME="Zoë"\n');

    const { facts, items: published, problems } = await openCatalog(folder).read();
    assert.deepEqual(problems, []);
    assert.equal(facts.creator.name, 'Zoë Groß');
    assert.deepEqual(published.map(({ title }) => title).sort(), ['Début', 'Fünf']);
    assert.deepEqual(contentFileProblems(join(folder, 'creator.json'), Creator), []);
    assert.deepEqual(readJsonFile(join(folder, 'access.json'), AccessFile), { enabled: false });
    assert.deepEqual(readKnownItems(folder).notices, []);

    const desk = openDesk(folder);
    const found = await readItem(desk, 'published', stored.id);
    assert.equal(found.outcome === 'found' && found.body, 'Größe');
    assert.equal((await readContentFile(desk, 'creator.json', Creator)).value?.name, 'Zoë Groß');
    assert.equal((await addFeeds(desk, [{ url: 'https://b.example/' }])).outcome, 'added');
    assert.deepEqual(
      readJsonFile(join(folder, 'feeds.json'), FeedsFile).feeds.map(({ title }) => title),
      ['Über', undefined],
    );
    assert.equal(readRoomEnvironment({ CONTENT_DIR: join(folder, 'published') }, folder).env['PORT'], '5000');
  });
