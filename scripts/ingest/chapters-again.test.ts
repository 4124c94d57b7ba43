// Tests chapters files that change while their feed does not, with whole ingests.
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import { SourceError } from '#contract/source-problems.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import type { ItemFolder } from '../../sidecar/content/review-desk.ts';
import type { FetchFeed, Validators } from './fetch.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-chapters-again-'));
after(() => rmSync(contentDir, { recursive: true }));

let asked: { url: string; validators: Validators | undefined }[] = [];
let files: Record<string, string> = {};
let episodes = '';
let isDown = false;
beforeEach(() => {
  rmSync(contentDir, { recursive: true });
  mkdirSync(contentDir);
  [asked, files, isDown] = [[], {}, false];
  episodes = [1, 2].map(episode).join('');
  for (const name of ['1', '2']) say(name, 'Sea');
});

const say = (name: string, title: string): void => {
  files[`https://example.org/${name}.json`] = JSON.stringify({ chapters: [{ startTime: 65, title }] });
};
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toUTCString();
const episode = (n: number): string =>
  `<item><title>Talk ${n}</title><guid isPermaLink="false">${n}</guid><pubDate>${day(n)}</pubDate>
    <enclosure url="https://example.org/${n}.mp3" type="audio/mpeg" length="9"/>
    <podcast:chapters url="https://example.org/${n}.json" type="application/json+chapters"/></item>`;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const rss = () =>
  `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Pod</title>${episodes}</channel></rss>`;

const fetchFeed: FetchFeed = async () => ({ status: 'fetched', bytes: bytesOf(rss()) });
const fetchChapters: FetchFeed = async (url, validators) => {
  asked.push({ url, validators });
  if (isDown) throw new SourceError('status_busy', { status: 503 });
  const etag = `"${files[url]!.length}"`;
  return validators?.etag === etag ? { status: 'unchanged' } : { status: 'fetched', bytes: bytesOf(files[url]!), etag };
};

async function ingest(feed: object = { url: 'https://example.org/feed' }, now = '2026-06-01T12:00:00Z') {
  asked = [];
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'pod', ...feed }] }));
  const { feeds } = await pullFeeds({ contentDir, reader, now: () => new Date(now), fetchFeed, fetchChapters });
  return feeds[0]!;
}

const namesIn = (folder: ItemFolder): string[] => {
  try {
    return readdirSync(join(contentDir, folder)).sort();
  } catch {
    return [];
  }
};
const fileOf = (folder: ItemFolder, name = namesIn(folder)[0]!) =>
  parseItemFile(readFileSync(join(contentDir, folder, name), 'utf8')) as { item: StoredItem; body: string };
const titlesOf = (folder: ItemFolder) =>
  namesIn(folder).map((name) =>
    fileOf(folder, name)
      .item.chapters?.map(({ title }) => title)
      .join(),
  );

function move(from: ItemFolder, to: ItemFolder): void {
  mkdirSync(join(contentDir, to), { recursive: true });
  for (const name of namesIn(from)) renameSync(join(contentDir, from, name), join(contentDir, to, name));
}

async function published(): Promise<void> {
  await ingest();
  move('inbox', 'published');
}

test('a change of the chapters file alone becomes a waiting edit, and the published item stays', async () => {
  await published();
  say('1', 'The wide sea');
  const report = await ingest();
  assert.deepEqual([report.outcome, report.new, report.changed, report.found], ['ok', 0, 1, 2]);
  assert.deepEqual(titlesOf('inbox'), ['The wide sea']);
  assert.deepEqual(titlesOf('published'), ['Sea', 'Sea']);
  move('inbox', 'published');
  assert.deepEqual([(await ingest()).outcome, titlesOf('inbox')], ['unchanged', []]);
});

test('an unchanged file is requested conditionally, and nothing is written', async () => {
  await published();
  const state = join(contentDir, '.build', 'feed-state.json');
  const before = statSync(state).mtimeMs;
  assert.equal((await ingest()).outcome, 'unchanged');
  assert.deepEqual(asked.map(({ validators }) => validators?.etag).filter(Boolean).length, 2);
  assert.equal(statSync(state).mtimeMs, before);
});

test('chapters are published immediately if their feed needs no review', async () => {
  const feed = { url: 'https://example.org/feed', review: 'auto' };
  await ingest(feed);
  say('2', 'The deep sea');
  assert.equal((await ingest(feed, '2026-06-02T00:00:00Z')).changed, 1);
  assert.deepEqual(titlesOf('published'), ['Sea', 'The deep sea']);
  assert.equal(fileOf('published', namesIn('published')[1]!).item.approvedAt, '2026-06-02T00:00:00Z');
});

test('a waiting episode gets the new chapters in the inbox', async () => {
  await ingest();
  say('1', 'The wide sea');
  await ingest();
  assert.deepEqual(titlesOf('inbox'), ['The wide sea', 'Sea']);
});

test('rejected chapters return only with another change', async () => {
  await published();
  say('1', 'The wide sea');
  await ingest();
  move('inbox', 'rejected');
  rmSync(join(contentDir, '.build'), { recursive: true });
  for (let times = 0; times < 2; times++) assert.equal((await ingest()).changed, 0);
  say('1', 'The narrow sea');
  assert.equal((await ingest()).changed, 1);
  assert.deepEqual(titlesOf('inbox'), ['The narrow sea']);
});

test('the edit keeps the creator’s text and leaves out fields that the approval adds', async () => {
  await published();
  const [name] = namesIn('published');
  const { item, body } = fileOf('published', name);
  const own = { ...item, title: 'My title', hiddenOn: ['api' as const], approvedAt: '2026-06-01T13:00:00Z' };
  writeFileSync(join(contentDir, 'published', name!), formatItemFile({ item: own, body }));
  say('1', 'The wide sea');
  await ingest();
  const edit = fileOf('inbox').item;
  assert.deepEqual([edit.title, edit.hiddenOn, edit.approvedAt], ['My title', undefined, undefined]);
});

test('a source that is down is skipped after three failures, reported once, and loses no chapters', async () => {
  episodes = Array.from({ length: 5 }, (_, n) => episode(n + 1)).join('');
  for (const name of ['3', '4', '5']) say(name, 'Sea');
  await published();
  isDown = true;
  const { notices } = await ingest();
  assert.deepEqual(notices.map(describeNotice), [
    'The chapters of 3 episodes could not be read (Talk 5; Talk 4; Talk 3): The host answers with status 503.',
  ]);
  assert.equal(asked.length, 3);
  isDown = false;
  say('1', 'The wide sea');
  assert.equal((await ingest()).changed, 1);
});

test('only the newest twenty files are requested', async () => {
  episodes = Array.from({ length: 30 }, (_, n) => episode(n + 1)).join('');
  for (let n = 1; n <= 30; n++) say(String(n), 'Sea');
  await ingest();
  await ingest();
  assert.equal(asked.length, 20);
  assert.ok(asked.every(({ url }) => Number(url.match(/(\d+)\.json/)![1]) > 10));
});

test('a feed in a local file causes no requests', async () => {
  writeFileSync(join(contentDir, 'pod.xml'), rss());
  const feed = { file: 'pod.xml' };
  await ingest(feed);
  assert.equal(asked.length, 2);
  assert.equal((await ingest(feed)).outcome, 'unchanged');
  assert.equal(asked.length, 0);
});
