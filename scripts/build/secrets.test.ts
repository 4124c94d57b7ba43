// Tests that a build that would publish a key stops, and that the live release remains.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { readLiveFacts, objectFile, openSnapshot, readPages, releaseTables } from '../../sidecar/release/room-db.ts';
import { memoryIo } from '../test-io.ts';
import { type RoomBuildSettings, roomBuilder } from './room-builder.ts';
import type { CompiledSite } from './compiled-site.ts';
import { feedSecrets, createSecretCheck, settingSecrets, withFeedKeyHash } from './secrets.ts';
import { stopwatch } from './stopwatch.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-secrets-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
const dist = join(folder, 'dist');
mkdirSync(join(content, 'published'), { recursive: true });
const write = (name: string, value: object) => writeFileSync(join(content, name), JSON.stringify(value));
write('creator.json', {
  ...{ name: 'Ida Measure', publication: 'Low Water', oneLiner: 'One.', description: 'Two.', language: 'en' },
  ...{ topics: [], themes: [], updatedAt: '2026-01-01' },
});
const setFeeds = (...addresses: string[]) =>
  write('feeds.json', { feeds: addresses.map((url, at) => ({ id: `feed-${at}`, url })) });
const putItem = (id: string, body: string, more: Partial<StoredItem> = {}) => {
  const item = {
    id,
    type: 'article',
    title: 'Open',
    date: '2026-04-01T00:00:00Z',
    keywords: [],
    ...more,
  } as StoredItem;
  writeFileSync(join(content, 'published', `${id}.md`), formatItemFile({ item, body }));
};
const env: Record<string, string | undefined> = { ...process.env };
const { io } = memoryIo(env);
const builder = roomBuilder(io, content, {
  ...({ baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as RoomBuildSettings),
  distDir: dist,
});
const build = () => builder.build(stopwatch({ report: () => {} }));
const refusal =
  (...parts: RegExp[]) =>
  (error: Error) => {
    for (const part of parts) assert.match(error.message, part);
    assert.doesNotMatch(error.message, /PRIVATE77|setting-Key-1/);
    return true;
  };

test('a build stops at a file with a feed key or a secret setting, and names the file', async () => {
  setFeeds('https://news.example/feed.xml');
  putItem('one-00000001', 'Read https://news.example/feed.xml?key=PRIVATE77');
  const { release } = await build();
  assert.match(release, /^[0-9a-f]{12}$/, 'the address of a public feed may be published');
  setFeeds('https://news.example/feed.xml?uuid=u1&key=PRIVATE77');
  await assert.rejects(build, refusal(/one-00000001/, /feed “feed-0”/, /npm run ingest/));
  assert.equal(readLiveFacts(dist)!.release, release, 'nothing else was published');
  putItem('one-00000001', 'Read https://news.example/feed.xml');
  assert.ok((await build()).built);
  env['TRANSCRIBE_API_KEY'] = 'setting-Key-1';
  putItem('two-00000002', 'My key is setting-Key-1.');
  await assert.rejects(build, refusal(/two-00000002/, /the setting TRANSCRIBE_API_KEY/));
  putItem('two-00000002', 'My key is none of yours.');
  await build();
  const db = openSnapshot(dist);
  for (const [path, page] of readPages(db).entries())
    assert.ok(!readFileSync(objectFile(dist, page)).includes('PRIVATE77'), path);
  for (const table of releaseTables)
    assert.ok(!JSON.stringify(db.prepare(`select * from ${table}`).all()).includes('PRIVATE77'), table);
  db.close();
});

test('a key is found however a file writes it', () => {
  setFeeds('https://me:p"a<ss&W0rd@news.example/feed', 'https://news.example/private/PRIVATE77.rss');
  const check = createSecretCheck(feedSecrets(content));
  const page = 'dots/one/index.html';
  for (const text of [
    'p"a<ss&W0rd',
    'p&quot;a&lt;ss&amp;W0rd',
    'p\\"a<ss&W0rd',
    'p%22a%3Css%26W0rd',
    '/PRIVATE77.rss',
  ]) {
    assert.throws(() => check(page, text), /: dots\/one\/index\.html contains/, text);
    assert.throws(() => check(page, new TextEncoder().encode(text)), /index\.html/, text);
  }
  check(page, 'https://news.example/feed and a password');
});

test('an ordinary word is no secret by itself', () => {
  setFeeds('https://me:podcast@news.example/feed?key=letters', 'https://news.example/?feed=rss2&lang=de');
  const check = createSecretCheck(feedSecrets(content));
  check('index.html', 'A podcast of letters, rss2');
  assert.throws(() => check('index.html', 'feed?key=letters'), /feed-0/);
  const env = { SMTP_URL: 'smtps://me:word@mail.example', LNBITS_KEY: 'secret', PORT: '43210000' };
  assert.deepEqual(settingSecrets(env), []);
  const texts = settingSecrets({ SMTP_URL: 'smtps://me:S3cr3t-Word@mail.example' }).flatMap((one) => one.texts);
  assert.deepEqual(texts, ['S3cr3t-Word']);
  const others = { BACKUP_TOKEN: 'tok-8f3a9c2e71', MONKEY: 'tok-8f3a9c2e71', KEYBOARD: 'de-latin1-nodeadkeys' };
  assert.deepEqual(
    settingSecrets(others).map(({ owner }) => owner),
    ['the setting BACKUP_TOKEN'],
  );
});

test('only keys change what the pages of a room depend on', async () => {
  const site = Promise.resolve({ codeHash: 'abc' } as CompiledSite);
  setFeeds('https://news.example/feed.xml');
  assert.equal((await withFeedKeyHash(site, content)).codeHash, 'abc');
  setFeeds('https://news.example/feed.xml?auth=PRIVATE77');
  assert.match((await withFeedKeyHash(site, content)).codeHash, /^[0-9a-f]{64}$/);
});
