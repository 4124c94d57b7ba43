// Tests concurrent ingest and review in two processes, and decisions while an edit waits.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { summarizeEdit } from '../../sidecar/content/edit-summary.ts';
import { approve, edit } from '../../sidecar/content/review.ts';
import { type ReviewDesk, type ItemFolder, readItem } from '../../sidecar/content/review-desk.ts';
import { listWaiting } from '../../sidecar/content/waiting-items.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { type PullOptions, pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const childFile = fileURLToPath(new URL('decisions.child.ts', import.meta.url));

/** Creates a room with one item of one feed. */
async function newRoom(t: TestContext) {
  const contentDir = mkdtempSync(join(tmpdir(), 'decisions-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  writeFileSync(join(contentDir, 'feeds.json'), '{"feeds":[{"id":"blog","file":"feed.xml"}]}');
  const say = (title: string) =>
    writeFileSync(
      join(contentDir, 'feed.xml'),
      `<rss version="2.0"><channel><item><title>${title}</title><guid>1</guid><pubDate>Fri, 02 Jan 2026 06:00:00 GMT</pubDate></item></channel></rss>`,
    );
  const pull = (options: Partial<PullOptions> = {}) =>
    pullFeeds({ contentDir, reader, now: () => new Date('2026-01-01'), ...options });
  say('One');
  await pull();
  const desk = openDesk(contentDir);
  const { item, revision } = (await listWaiting(desk)).items[0]!;
  return { desk, say, pull, id: item.id, revision };
}

/** Starts a process that holds the lock until its input ends. */
async function rival(desk: ReviewDesk, ...args: string[]) {
  const child = spawn(process.execPath, [childFile, desk.contentDir, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { goOn: () => void child.stdin.end(), ended: once(child, 'close') };
}

const titleIn = async (desk: ReviewDesk, folder: ItemFolder, id: string): Promise<string | undefined> => {
  const found = await readItem(desk, folder, id);
  return found.outcome === 'found' ? found.item.title : undefined;
};

test('ingest waits for a reviewer in another process and respects the decision', async (t) => {
  const { desk, say, pull, id } = await newRoom(t);
  const reviewer = await rival(desk, 'reject', id);
  say('Two');
  // The reviewer decides when ingest, which has read the waiting item, requests the lock.
  const exclusively: ReviewDesk['exclusively'] = (work) => {
    reviewer.goOn();
    return desk.exclusively(work);
  };
  const [report] = (await pull({ exclusively })).feeds;
  reviewer.goOn();
  await reviewer.ended;
  assert.deepEqual([report!.outcome, report!.changed], ['ok', 0]);
  assert.equal(await titleIn(desk, 'rejected', id), 'One');
  assert.equal(await titleIn(desk, 'inbox', id), undefined);
});

test('a reviewer waits for ingest in another process and learns that the item has changed', async (t) => {
  const { desk, say, id, revision } = await newRoom(t);
  say('Two');
  const ingest = await rival(desk, 'ingest');
  const outcome = approve(desk, id, revision);
  ingest.goOn();
  assert.deepEqual(await outcome, { outcome: 'changed' });
  await ingest.ended;
  assert.equal(await titleIn(desk, 'inbox', id), 'Two');
  assert.equal(await titleIn(desk, 'published', id), undefined);
});

test('an ingest that cannot get the lock reports the feed and stores its items the next time', async (t) => {
  const { say, pull } = await newRoom(t);
  say('Two');
  const exclusively = () => Promise.reject(new Error('Another program has locked the folder.'));
  const [report] = (await pull({ exclusively })).feeds;
  assert.deepEqual(
    [report!.outcome, report!.problem],
    ['failed', { code: 'not_stored', details: { cause: 'Another program has locked the folder.' } }],
  );
  assert.equal((await pull()).feeds[0]!.changed, 1);
});

test('an item that was hidden while an edit waits stays hidden after the approval', async (t) => {
  const { desk, say, pull, id } = await newRoom(t);
  const themed = { themeIds: ['tides'], hiddenOn: ['api'], engagementScore: 3 };
  await edit(desk, id, { fields: themed });
  await approve(desk, id);
  say('Two');
  await pull();
  await edit(desk, id, { fields: { hiddenOn: ['mediaRoom'] } }, { folder: 'published' });
  await edit(desk, id, { fields: { engagementScore: null } }, { folder: 'published' });
  const [waiting] = (await listWaiting(desk)).items;
  assert.deepEqual(summarizeEdit(waiting!.published!, waiting!), ['title: [-One-] {+Two+}']);
  await approve(desk, id);
  const found = await readItem(desk, 'published', id);
  assert.ok(found.outcome === 'found');
  const { title, hiddenOn, themeIds, engagementScore } = found.item;
  assert.deepEqual([title, hiddenOn, themeIds, engagementScore], ['Two', ['mediaRoom'], ['tides'], undefined]);
});

test('themes removed from a waiting edit stay removed when the source changes again', async (t) => {
  const { desk, say, pull, id } = await newRoom(t);
  await edit(desk, id, { fields: { themeIds: ['tides'] } });
  await approve(desk, id);
  say('Two');
  await pull();
  await edit(desk, id, { fields: { themeIds: [] } });
  say('Three');
  await pull();
  const [waiting] = (await listWaiting(desk)).items;
  assert.deepEqual(summarizeEdit(waiting!.published!, waiting!), ['title: [-One-] {+Three+}', 'themeIds: [-tides-]']);
  await approve(desk, id);
  const found = await readItem(desk, 'published', id);
  assert.ok(found.outcome === 'found');
  assert.deepEqual([found.item.title, found.item.themeIds], ['Three', []]);
});

test('fields set on a waiting edit stay when the source changes again', async (t) => {
  const { desk, say, pull, id } = await newRoom(t);
  await approve(desk, id);
  say('Two');
  await pull();
  await edit(desk, id, { fields: { hiddenOn: ['api'] } });
  say('Three');
  await pull();
  await approve(desk, id);
  const found = await readItem(desk, 'published', id);
  assert.ok(found.outcome === 'found');
  assert.deepEqual([found.item.title, found.item.hiddenOn], ['Three', ['api']]);
});
