// Changes of feeds over the years, served by the test and followed by commands: entries that all look new, a new
// address, bad days, a feed that is removed. What ingest recognises is in scripts/ingest/identity.test.ts.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { creator } from './content.ts';
import { type Json, readJson } from './json.ts';
import { command, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';

interface Entry {
  n: number;
  guid?: string;
  title?: string;
  host?: string;
}

const dayOf = (n: number): string => new Date(Date.UTC(2026, 2, n, 6)).toUTCString();

const entryXml = ({ n, guid = `tag:letters,${n}`, title = `Letter ${n}`, host = 'letters.example' }: Entry): string =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><link>https://${host}/${n}</link>` +
  `<pubDate>${dayOf(n)}</pubDate><description>What letter ${n} says of the harbour.</description></item>`;

const feedXml = (entries: Entry[], newUrl = ''): string =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Letters</title>` +
  `${newUrl && `<itunes:new-feed-url>${newUrl}</itunes:new-feed-url>`}${entries.map(entryXml).join('')}</channel></rss>`;

const numbers = [1, 2, 3, 4, 5];
const five = (change: (n: number) => Partial<Entry> = () => ({})): Entry[] => numbers.map((n) => ({ n, ...change(n) }));

const answers = new Map<string, RequestListener>();
let server: Server;
let origin: string;
let base: Folder;

before(async () => {
  server = createServer((request, response) => {
    const answer = answers.get(request.url!);
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  base = await newFolder();
  says(path, feedXml(five()));
  await writeFeeds(base.path);
  await base.run('ingest');
  await decide(base);
});

after(async () => {
  await rm(base.path, { recursive: true });
  server.close();
  server.closeAllConnections();
});

const says = (path: string, text: string): void =>
  void answers.set(path, (_, response) => response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(text));
const movesTo = (path: string, to: string): void =>
  void answers.set(path, (_, response) => response.writeHead(301, { location: to }).end());
const fails = (path: string): void => void answers.set(path, (_, response) => response.writeHead(404).end());

interface Folder {
  path: string;
  run: (name: string, ...args: string[]) => Promise<string>;
  feeds: () => Promise<{ id: string; url: string }[]>;
  /** The titles in it, in order. */
  titles: (folder: 'inbox' | 'published' | 'rejected') => Promise<string[]>;
  /** The id of letter `n`, wherever it is. */
  idOf: (n: number) => Promise<string>;
}

const path = '/letters.xml';

const writeFeeds = (folder: string, more: object = {}): Promise<void> => {
  const feeds = [{ id: 'letters', url: origin + path, ...more }];
  return writeFile(join(folder, 'feeds.json'), JSON.stringify({ allowPrivateHosts: ['127.0.0.1'], feeds }));
};

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md'));

async function titlesIn(folder: string): Promise<string[]> {
  const names = await filesIn(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => /^title: (.*)$/m.exec(text)![1]!.replace(/^["'](.*)["']$/, '$1')).sort();
}

const folderAt = (folder: string, env: NodeJS.ProcessEnv): Folder => ({
  path: folder,
  run: (name, ...args) => command(env, name, ...args),
  feeds: async () => JSON.parse(await readFile(join(folder, 'feeds.json'), 'utf8')).feeds,
  titles: (name) => titlesIn(join(folder, name)),
  idOf: async (n) => {
    const names = await Promise.all(['inbox', 'published', 'rejected'].map((name) => filesIn(join(folder, name))));
    return names
      .flat()
      .find((name) => name.startsWith(`letter-${n}-`))!
      .slice(0, -'.md'.length);
  },
});

async function newFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-feeds-'));
  await writeFile(join(folder, 'creator.json'), JSON.stringify(creator));
  return folderAt(folder, { ...process.env, CONTENT_DIR: folder });
}

/** The second has a title of the creator's own, the third is rejected, the others are approved as they came. */
async function decide({ run, idOf }: Folder): Promise<void> {
  const own = ['--edit', await idOf(2), '--set', 'title=My own letter'];
  await run('review', ...own, '--reject', await idOf(3), '--approve-all');
}

/** A copy of the folder in which the creator has decided, and the feed as it was then. */
async function decided(t: TestContext): Promise<Folder> {
  const copy = await newFolder();
  t.after(() => rm(copy.path, { recursive: true }));
  await cp(base.path, copy.path, { recursive: true });
  says(path, feedXml(five()));
  return copy;
}

const asDecided = ['Letter 1', 'Letter 4', 'Letter 5', 'My own letter'];

async function isAsDecided({ titles }: Folder): Promise<void> {
  assert.deepEqual(await titles('published'), asDecided);
  assert.deepEqual(await titles('inbox'), []);
  assert.deepEqual(await titles('rejected'), ['Letter 3']);
}

test('entries that look new all at once are held, until the creator has said that they are known', async (t) => {
  const folder = await decided(t);
  const other = five((n) => ({ guid: `urn:new:${n}`, host: 'post.example/other', title: `Renamed ${n}` }));
  says(path, feedXml(other));
  await folder.run('ingest');
  await isAsDecided(folder);
  assert.match(await folder.run('feeds'), /on hold: 5 entries look new/);
  await folder.run('feeds', '--same', 'letters');
  assert.match(await folder.run('ingest'), /0 new items/);
  assert.deepEqual(await folder.titles('published'), asDecided);
  assert.deepEqual(await folder.titles('inbox'), ['Renamed 1', 'Renamed 2', 'Renamed 4', 'Renamed 5']);
  assert.deepEqual((await folder.titles('rejected')).length, 1);
});

for (const [how, tell] of Object.entries({
  'a permanent redirect': (from: string, to: string) => movesTo(from, origin + to),
  'itunes:new-feed-url': (from: string, to: string) => says(from, feedXml(five(), origin + to)),
}))
  test(`${how} is reported, and taken over in one step`, async (t) => {
    const from = path;
    const to = '/new.xml';
    const folder = await decided(t);
    says(to, feedXml(five()));
    tell(from, to);
    assert.match(
      await folder.run('ingest'),
      /has moved to .*new\.xml\. Use the new address with npm run feeds -- --move letters/,
    );
    assert.equal((await folder.feeds())[0]!.url, origin + from);
    await folder.run('feeds', '--move', 'letters');
    assert.equal((await folder.feeds())[0]!.url, origin + to);
    assert.doesNotMatch(await folder.run('feeds'), /moved to/);
    fails(from);
    assert.match(await folder.run('ingest'), /0 new items, 0 changed items/);
    await isAsDecided(folder);
  });

test('a feed that cannot be read says so, and loses nothing', async (t) => {
  const folder = await decided(t);
  fails(path);
  assert.match(await folder.run('ingest'), /letters: .*404/);
  await isAsDecided(folder);
  assert.match(await folder.run('feeds'), /failed: .*404/);
  says(path, feedXml(five((n) => ({ guid: `urn:new:${n}` }))));
  assert.match(await folder.run('ingest'), /0 new items, 0 changed items/);
  await isAsDecided(folder);
});

test('removing a feed asks what happens to its items, and can be undone', async (t) => {
  const folder = await decided(t);
  await assert.rejects(folder.run('feeds', '--remove', 'letters'), {
    stderr: /--remove needs --items keep\|hide\|retract/,
  });
  await isAsDecided(folder);
  await folder.run('feeds', '--remove', 'letters', '--items', 'retract');
  assert.deepEqual([await folder.feeds(), await folder.titles('published')], [[], []]);
  assert.match(await folder.run('review', '--undo'), /4 restored/);
  assert.equal((await folder.feeds()).length, 1);
  await isAsDecided(folder);
});

test('a running room reads a new feed on schedule, and its addresses outlive new guids', async (t) => {
  const room = await emptyRoom(t);
  const folder = folderAt(room.content, room.env);
  says(path, feedXml(five()));
  await writeFeeds(room.content);
  await until(async () => (await folder.titles('inbox')).length === 5, 'the new feed is read');
  await decide(folder);
  const index = async () => (await readJson(`${room.baseUrl}/api/agent/content-index`)).body;
  await until(async () => (await index()).total === 4, 'the letters are live');
  const ids = idsOf(await index());
  says(path, feedXml(five((n) => ({ guid: `urn:new:${n}`, host: 'post.example' }))));
  await room.rebuild();
  await until(async () => (await readJson(`${room.baseUrl}/readyz`)).status === 200, 'the room is up');
  assert.deepEqual(idsOf(await index()), ids);
});

const idsOf = ({ items }: Json): [string, string][] => items.map(({ id, title }: Json) => [id, title]);

async function emptyRoom(t: TestContext): Promise<RunningRoom> {
  const content = await mkdtemp(join(tmpdir(), 'greenroom-feeds-'));
  t.after(() => rm(content, { recursive: true }));
  await writeFile(join(content, 'creator.json'), JSON.stringify(creator));
  await writeFile(join(content, 'feeds.json'), JSON.stringify({ feeds: [] }));
  const room = await startRoom(content);
  t.after(() => room.stop());
  return room;
}
