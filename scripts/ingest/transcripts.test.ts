// Tests publishers' transcripts: each is fetched once and stored as WebVTT, and a failure does not affect its feed.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import { SourceError } from '#contract/source-problems.ts';
import type { FetchFeed, Validators } from './fetch.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-transcripts-'));
after(() => rmSync(contentDir, { recursive: true }));
const asked: { url: string; validators: Validators | undefined }[] = [];
beforeEach(() => {
  rmSync(contentDir, { recursive: true });
  mkdirSync(contentDir);
  asked.length = 0;
});

const srt = `1
00:00:00,000 --> 00:00:02,000
Ann: The tide is late.

2
00:00:02,000 --> 00:00:04,000
It always was.

3
00:00:04,000 --> 00:00:06,000
Bo: Not here.

4
00:00:06,000 --> 00:00:08,000
Ann: Here, too.

5
00:00:08,000 --> 00:00:10,000
Bo: No <i>never</i>.
`;

const answering =
  (text: string): FetchFeed =>
  async (url, validators) => {
    asked.push({ url, validators });
    if (validators?.etag === '"one"') return { status: 'unchanged' };
    return { status: 'fetched', bytes: new TextEncoder().encode(text), etag: '"one"' };
  };
const failing: FetchFeed = async (url, validators) => {
  asked.push({ url, validators });
  throw new SourceError('status_busy', { status: 503 });
};

const episode = (n: number): string =>
  `<item><title>Talk ${n}</title><guid isPermaLink="false">${n}</guid>
    <pubDate>Fri, ${String((n % 28) + 1).padStart(2, '0')} May 2026 06:00:00 GMT</pubDate>
    <enclosure url="https://example.org/${n}.mp3" type="audio/mpeg" length="9"/>
    <podcast:transcript url="https://example.org/${n}.html" type="text/html"/>
    <podcast:transcript url="https://example.org/${n}.srt" type="application/srt" language="en"/></item>`;

async function ingest(fetchTranscript: FetchFeed, episodes: number, change = (items: string) => items) {
  const items = change(Array.from({ length: episodes }, (_, n) => episode(n)).join(''));
  const head = '<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Pod</title>';
  writeFileSync(join(contentDir, 'a.xml'), `${head}${items}</channel></rss>`);
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'pod', file: 'a.xml' }] }));
  return pullFeeds({ contentDir, reader, now: () => new Date('2026-06-01T12:00:00Z'), fetchTranscript });
}

const folder = join(contentDir, 'transcripts', 'publisher');

test('the best format is read once, and speakers are kept', async () => {
  const { notices } = await ingest(answering(srt), 1);
  assert.deepEqual(notices, []);
  const [name] = readdirSync(folder);
  assert.match(name!, /^talk-0-[0-9a-f]{8}\.vtt$/);
  const read = readFileSync(join(folder, name!), 'utf8');
  assert.match(read, /<v Ann>The tide is late\.\n\n00:00:02\.000 --> 00:00:04\.000\n<v Ann>It always was\./);
  assert.match(read, /<v Bo>Not here\./);
  assert.doesNotMatch(read, /<i>/);
  await ingest(answering('nothing'), 1);
  assert.deepEqual(
    asked.map(({ url, validators }) => [url, validators?.etag]),
    [
      ['https://example.org/0.srt', undefined],
      ['https://example.org/0.srt', '"one"'],
    ],
  );
  assert.equal(readFileSync(join(folder, name!), 'utf8'), read);
});

test('a host that fails three times is skipped, reported and retried later', async () => {
  const { feeds, notices } = await ingest(failing, 8);
  assert.deepEqual([feeds[0]!.outcome, feeds[0]!.new, asked.length], ['ok', 8, 3]);
  assert.match(
    notices.map(describeNotice).join(' '),
    /transcripts of 3 episodes could not be read \(Talk 7; Talk 6; Talk 5\): .*503.*5 episodes will be read/,
  );
  await ingest(answering(srt), 8);
  assert.equal(readdirSync(folder).length, 8);
});

test('many transcripts are read in several runs, and other files are not stored', async () => {
  const { notices } = await ingest(answering(srt), 103);
  assert.deepEqual([asked.length, readdirSync(folder).length], [100, 100]);
  assert.deepEqual(notices, [{ code: 'transcripts_pending', details: { count: 3 } }]);
  await ingest(answering(srt), 103);
  assert.equal(readdirSync(folder).length, 103);
  rmSync(contentDir, { recursive: true });
  mkdirSync(contentDir);
  await ingest(answering(''), 1);
  assert.throws(() => readdirSync(folder), /ENOENT/);
});

const inBytes =
  (bytes: Uint8Array, contentType?: string): FetchFeed =>
  async () => ({ status: 'fetched', bytes, contentType });

test('a transcript in a legacy encoding is decoded', async () => {
  const words = 'Où est-ce ? À côté';
  const text = `1\n00:00:00,000 --> 00:00:02,000\n${words}\n`;
  const forms = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le'), Buffer.from(`\ufeff${text}`, 'utf16le')];
  for (const bytes of forms) {
    rmSync(contentDir, { recursive: true });
    mkdirSync(contentDir);
    assert.deepEqual((await ingest(inBytes(bytes), 1)).notices, []);
    assert.ok(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8').includes(words));
  }
});

test('a transcript with a wrong type or none is read by its content', async () => {
  const json = JSON.stringify({ segments: [{ start: 1, end: 2, text: 'It always was.' }] });
  const srtLink = /<podcast:transcript url="[^"]*srt"[^>]*>/g;
  for (const type of ['type="text/plain"', '', 'type="text/vtt"', 'type="application/json"'])
    for (const text of [srt, json]) {
      rmSync(contentDir, { recursive: true });
      mkdirSync(contentDir);
      const link = `<podcast:transcript url="https://example.org/0.vtt" ${type}/>`;
      assert.deepEqual((await ingest(answering(text), 1, (items) => items.replace(srtLink, link))).notices, []);
      assert.match(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8'), /It always was\./);
    }
});

test('a text without times is stored without times, and is requested again only after a change', async () => {
  for (const _ of [1, 2])
    await ingest(answering('Ann: The tide is late.'), 1, (items) => items.replace(/\.srt" type="[^"]*"/g, '.txt"'));
  assert.deepEqual(
    asked.map(({ validators }) => validators?.etag),
    [undefined, '"one"'],
  );
  const vtt = readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8');
  assert.equal(vtt, 'WEBVTT\n\n00:00:00.000 --> 00:00:00.000\nAnn: The tide is late.\n');
});

test('a transcript in an unknown format is named with its episode once', async () => {
  const asPdf = (items: string) =>
    items
      .replace(/<podcast:transcript url="[^"]*html"[^>]*>/g, '')
      .replace(/\.srt" type="[^"]*"/g, '.pdf" type="application/pdf"');
  const { notices } = await ingest(answering(''), 1, asPdf);
  assert.deepEqual(notices.map(describeNotice), [
    'The transcript of one episode could not be read (Talk 0): The format application/pdf is unknown.',
  ]);
  assert.deepEqual((await ingest(answering(''), 1, asPdf)).notices.map(describeNotice), []);
});

test('a transcript that cannot be decoded is refused, and the notice names its episode', async () => {
  const bytes = Buffer.concat([Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nÜber Köln '), Buffer.from([0xfc, 0x0a])]);
  const { notices } = await ingest(inBytes(bytes), 1);
  assert.match(notices.map(describeNotice).join(' '), /\(Talk 0\): .*encoding/);
  assert.throws(() => readdirSync(folder), /ENOENT/);
});
