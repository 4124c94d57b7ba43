// Tests chapters files with whole ingests: review applies to them, and failures lose nothing.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import { SourceError } from '#contract/source-problems.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { readChapters } from './chapters.ts';
import type { FetchFeed } from './fetch.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-chapters-'));
after(() => rmSync(contentDir, { recursive: true }));
beforeEach(() => {
  rmSync(contentDir, { recursive: true });
  mkdirSync(contentDir);
  asked.length = 0;
});

const asked: string[] = [];
const answering =
  (file: unknown): FetchFeed =>
  async (url) => {
    asked.push(url);
    return { status: 'fetched', bytes: new TextEncoder().encode(`\ufeff${JSON.stringify(file)}`) };
  };
const failing: FetchFeed = async (url) => {
  asked.push(url);
  throw new SourceError('status_busy', { status: 503 });
};
const chaptersFile = { version: '1.2.0', chapters: [{ startTime: 65, title: 'Sea', url: 'https://example.org/sea' }] };
const chapters = [{ startSeconds: 65, title: 'Sea', url: 'https://example.org/sea' }];

const episode = (guid: number, more = ''): string =>
  `<item><title>Talk ${guid}</title><guid isPermaLink="false">${guid}</guid>${more}
    <pubDate>Fri, 01 May 2026 06:00:00 GMT</pubDate>
    <enclosure url="https://example.org/${guid}.mp3" type="audio/mpeg" length="9"/>
    <podcast:chapters url="https://example.org/${guid}.json" type="application/json+chapters"/></item>`;

async function ingest(fetchChapters: FetchFeed, items: string, review: 'manual' | 'auto' = 'manual') {
  const head = '<channel><title>Pod</title>';
  const spaces =
    'xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"';
  writeFileSync(join(contentDir, 'a.xml'), `<rss version="2.0" ${spaces}>${head}${items}</channel></rss>`);
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'pod', file: 'a.xml', review }] }));
  const { feeds } = await pullFeeds({ contentDir, reader, now: () => new Date('2026-06-01T12:00:00Z'), fetchChapters });
  return feeds[0]!;
}

const itemsIn = (folder: string): StoredItem[] =>
  readdirSync(join(contentDir, folder)).map(
    (name) => parseItemFile(readFileSync(join(contentDir, folder, name), 'utf8')).item as StoredItem,
  );

function approve(): void {
  mkdirSync(join(contentDir, 'published'), { recursive: true });
  for (const name of readdirSync(join(contentDir, 'inbox')))
    renameSync(join(contentDir, 'inbox', name), join(contentDir, 'published', name));
}

test('a new episode is stored with its chapters, and its file is requested once', async () => {
  assert.deepEqual((await ingest(answering(chaptersFile), episode(1))).notices, []);
  assert.deepEqual(itemsIn('inbox')[0]!.chapters, chapters);
  const again = await ingest(answering(chaptersFile), `${episode(1)}${episode(2)}`);
  assert.deepEqual([again.new, again.changed], [1, 0]);
  assert.deepEqual(asked, ['https://example.org/1.json', 'https://example.org/2.json']);
});

test('an episode whose file fails is stored, and the failure is reported', async () => {
  const report = await ingest(failing, `${episode(1)}${episode(2)}`);
  assert.deepEqual([report.outcome, report.new], ['ok', 2]);
  assert.match(
    report.notices.map(describeNotice).join(),
    /^The chapters of 2 episodes could not be read \(Talk 1; Talk 2\): The host answers with status 503\.$/,
  );
  assert.equal(itemsIn('inbox').length, 2);
  assert.equal(itemsIn('inbox')[0]!.chapters, undefined);
});

test('chapters that arrive after the approval wait as an edit', async () => {
  await ingest(failing, episode(1));
  approve();
  await ingest(failing, `${episode(1)} `);
  assert.deepEqual(itemsIn('inbox'), []);
  assert.equal((await ingest(answering(chaptersFile), `${episode(1)}  `)).changed, 1);
  assert.equal(itemsIn('published')[0]!.chapters, undefined);
  assert.deepEqual(itemsIn('inbox')[0]!.chapters, chapters);
  approve();
  assert.equal((await ingest(failing, `${episode(1)}   `)).changed, 0);
});

test('late chapters are published immediately if the feed needs no review', async () => {
  await ingest(failing, episode(1), 'auto');
  await ingest(answering(chaptersFile), `${episode(1)} `, 'auto');
  assert.deepEqual(itemsIn('published')[0]!.chapters, chapters);
});

test('an episode that changes while its chapters fail keeps its old chapters', async () => {
  await ingest(answering(chaptersFile), episode(1));
  approve();
  const report = await ingest(failing, episode(1, '<description>New words.</description>'));
  assert.equal(report.changed, 1);
  assert.deepEqual(itemsIn('inbox')[0]!.chapters, chapters);
  assert.equal(itemsIn('inbox')[0]!.summary, 'New words.');
});

test('chapters in the feed itself need no file', async () => {
  const list = `<psc:chapters version="1.2"><psc:chapter start="00:01:05.500" title="Sea" href="https://example.org/sea"/>
    <psc:chapter start="0:00" title="Land"/></psc:chapters>`;
  await ingest(failing, episode(1, list));
  assert.deepEqual(asked, []);
  assert.deepEqual(itemsIn('inbox')[0]!.chapters, [
    { startSeconds: 0, title: 'Land' },
    { startSeconds: 65.5, title: 'Sea', url: 'https://example.org/sea' },
  ]);
});

test('chapters are not requested from private addresses', async () => {
  await ingest(failing, episode(1).replace('https://example.org/1.json', 'http://169.254.169.254/latest'));
  assert.deepEqual(asked, []);
});

const entries = (count: number): NormalisedEntry[] =>
  Array.from({ length: count }, (_, index) => {
    const item = {
      type: 'episode',
      title: 'x',
      keywords: [],
      themeIds: [],
      chaptersUrl: `https://example.org/${index}`,
    };
    return { hash: `${index}`, content: { item, body: '' } } as unknown as NormalisedEntry;
  });
const bounds = { files: 4, failures: 3, ms: 60_000 };

test('a feed with many episodes reads some files in one run and reports the rest', async () => {
  const { states, ...read } = await readChapters(entries(6), answering(chaptersFile), bounds);
  assert.equal(asked.length, 4);
  assert.deepEqual(Object.keys(states), asked);
  assert.deepEqual(read, { notices: [{ code: 'chapters_pending', details: { count: 2 } }], isUnfinished: true });
});

test('a source with consecutive failures is skipped until its feed changes', async () => {
  const read = await readChapters(entries(6), failing, bounds);
  assert.equal(asked.length, 3);
  assert.equal(read.isUnfinished, false);
});

test('the next ingest reads the remaining files although the feed is unchanged', async () => {
  const many = Array.from({ length: 120 }, (_, index) => episode(index)).join('');
  await ingest(answering(chaptersFile), many);
  assert.equal(itemsIn('inbox').filter((item) => item.chapters).length, 100);
  assert.equal((await ingest(answering(chaptersFile), many)).changed, 20);
  assert.equal(itemsIn('inbox').filter((item) => item.chapters).length, 120);
  assert.equal((await ingest(answering(chaptersFile), many)).outcome, 'unchanged');
  assert.equal(asked.length, 120);
});
