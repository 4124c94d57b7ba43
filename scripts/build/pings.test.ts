import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { PageChange } from './commit-release.ts';
import { pingsForChanges, sendPings } from './pings.ts';

const heard: { url: string; body: string }[] = [];
const server = createServer(async (req, res) => {
  heard.push({ url: req.url!, body: await text(req) });
  res.writeHead(req.url === '/refuses' ? 422 : 202).end();
});
let origin: string;
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
after(() => void server.close());

const page = 'text/html; charset=utf-8';
const entry = (type: string, etag: string): ReleasePage => ({
  file: 'x',
  type,
  etag,
  lastModified: '2026-01-01T00:00:00Z',
  size: 1,
});
const base = 'https://room.net';
const creator = { indexNow: { key: 'k'.repeat(16) }, webSubHub: 'https://hub.net/' } as Creator;

const old: Record<string, ReleasePage> = {
  '/': entry(page, 'a'),
  '/articles/one': entry(page, 'b'),
  '/articles/gone': entry(page, 'c'),
  '/feed.xml': entry('application/rss+xml', 'd'),
  '/atom.xml': entry('application/atom+xml', 'e'),
};
const next: Record<string, ReleasePage> = {
  '/': entry(page, 'a2'),
  '/404': entry(page, 'x'),
  '/booking/status': entry(page, 'x'),
  '/articles/one': entry(page, 'b'),
  '/articles/two': entry(page, 'f'),
  '/feed.xml': entry('application/rss+xml', 'd2'),
  '/atom.xml': entry('application/atom+xml', 'e'),
  '/index.md': entry('text/markdown', 'g'),
};
const paths = [...new Set([...Object.keys(old), ...Object.keys(next)])];
const changes = paths.map((path): PageChange => ({ path, before: old[path], after: next[path] }));

test('search engines are notified of added, changed and removed pages only', () => {
  const [ping] = pingsForChanges(creator, base, changes);
  assert.equal(ping!.url, 'https://api.indexnow.org/indexnow');
  const { host, key, keyLocation, urlList } = JSON.parse(ping!.body);
  assert.deepEqual([host, key], ['room.net', 'k'.repeat(16)]);
  assert.equal(keyLocation, `https://room.net/${'k'.repeat(16)}.txt`);
  assert.deepEqual(
    urlList.sort(),
    ['/', '/articles/gone', '/articles/two'].map((path) => `https://room.net${path}`),
  );
});

test('the hub hears of feeds that changed', () => {
  const [, ...hub] = pingsForChanges(creator, base, changes);
  assert.deepEqual(
    hub.map(({ url, body }) => [url, Object.fromEntries(new URLSearchParams(body))]),
    [['https://hub.net/', { 'hub.mode': 'publish', 'hub.url': 'https://room.net/feed.xml' }]],
  );
});

test('nobody is notified without a service, without a change, or if the public cannot reach the room', () => {
  assert.deepEqual(pingsForChanges({} as Creator, base, changes), []);
  assert.deepEqual(pingsForChanges(creator, base, []), []);
  for (const baseUrl of ['http://127.0.0.1:4321', 'https://room.example', 'https://www.example.org'])
    assert.deepEqual(pingsForChanges(creator, baseUrl, changes), []);
  assert.deepEqual(pingsForChanges({ webSubHub: 'https://hub.example.org/' } as Creator, base, changes), []);
});

test('a failed ping is reported, and a private host is contacted only if it is allowed', async () => {
  const ping = (path: string) => ({ label: path, url: origin + path, type: 'text/plain', body: 'hello' });
  assert.deepEqual(await sendPings({}, [ping('/hub'), ping('/refuses')], ['127.0.0.1']), [
    '/hub notified',
    '/refuses refused with status 422',
  ]);
  assert.deepEqual(
    heard.map(({ body }) => body),
    ['hello', 'hello'],
  );
  const [line] = await sendPings({}, [ping('/hub')], []);
  assert.match(line!, /^\/hub failed: The address must be on the public internet/);
  assert.equal(heard.length, 2);
});
