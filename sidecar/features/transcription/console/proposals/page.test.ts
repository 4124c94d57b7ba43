import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { openDesk } from '#sidecar/content/desk.ts';
import { openStore, type Store } from '#sidecar/storage/store.ts';
import { sampleTalk } from '../../proposals/test-talk.ts';
import { readAuditLines, openConsole, readPage, readStoredForm, signInByLink } from '#sidecar/console/test-console.ts';
import type { ProposalsModel } from './model.ts';

const id = 'a-talk-0a1b2c3d';
let contentDir: string;
let store: Store;
const file = () => join(contentDir, 'published', `${id}.md`);

before(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'greenroom-content-'));
  store = await openStore({ file: join(contentDir, 'store.db') });
  await mkdir(join(contentDir, 'published'));
  await mkdir(join(contentDir, 'transcripts'));
  const item = {
    id,
    type: 'episode' as const,
    title: 'A talk',
    date: '2026-05-01T12:00:00Z',
    keywords: ['coast'],
    chaptersUrl: 'https://pod.example/chapters.json',
    audioUrl: 'https://pod.example/talk.mp3',
  };
  await writeFile(file(), formatItemFile({ item, body: '' }));
  await writeFile(join(contentDir, 'transcripts', `${id}.vtt`), formatTranscript(sampleTalk, 'vtt'));
});
after(async () => {
  await store.close();
  await rm(contentDir, { recursive: true });
});

test('selected proposals are written to the episode, the rest is unchanged, and rejecting changes nothing', async () => {
  const console = openConsole(store, { contentDir, console: { desk: openDesk(contentDir) } });
  const browser = await signInByLink(console);
  const path = `/transcripts/${id}/proposals`;
  const look = async () => readPage<ProposalsModel>(await browser.get(path)).model;
  const { chapters, quotes, revisions, isDecided } = await look();
  assert.equal(isDecided, false);
  assert.ok(chapters.length > 1 && quotes.length > 1);
  const [transcript, item] = revisions;
  const before = await readFile(file(), 'utf8');
  assert.equal((await browser.post(path, { do: 'reject' })).statusCode, 303);
  assert.equal((await look()).isDecided, true);
  assert.equal((await browser.post(path, { transcript: 'other', item, quote: '0' })).statusCode, 400);
  assert.equal(await readFile(file(), 'utf8'), before);
  const sent = { transcript, item, take: 'summary', title: 'Ebb', quote: ['0', '1'], keyword: 'tide' };
  const again = await readStoredForm<ProposalsModel>(console, browser, () => browser.post(path, sent));
  assert.deepEqual(again.model.typed, { take: ['summary'], title: ['Ebb'], quote: ['0', '1'], keyword: ['tide'] });
  const title = chapters.map((_, at) => (at === 0 ? ' ' : `Part ${at}`));
  const taken = await browser.post(path, { transcript, item, take: 'chapters', title, quote: '1', do: 'accept' });
  assert.match(taken.headers.location as string, /notice=proposalsAccepted/);
  const { item: written } = parseItemFile(await readFile(file(), 'utf8')) as { item: StoredItem };
  assert.deepEqual(
    written.chapters,
    chapters.slice(1).map(({ startSeconds }, at) => ({ startSeconds, title: `Part ${at + 1}` })),
  );
  assert.deepEqual(written.pullQuotes, [quotes[1]]);
  assert.deepEqual([written.chaptersUrl, written.summary, written.keywords], [undefined, undefined, ['coast']]);
  assert.deepEqual(console.requested, ['build']);
  assert.ok((await readAuditLines(console)).includes(`creator: item.proposals-accepted ${id}`));
});
