// Tests publishing small releases to a bucket: files, their order, and the state after an interruption.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import { openBucket } from '../../sidecar/outgoing/bucket.ts';
import { objectFile } from '../../sidecar/release/room-db.ts';
import { bucketFiles, bucketTarget } from './bucket-target.ts';
import { readPublicRelease } from './publish.ts';
import { noteKey } from './state.ts';
import { ReleaseReplaced } from './target.ts';
import { openTestBucket, type TestBucket } from './test-bucket.ts';
import { makeRelease, testPage, type TestPages } from './test-release.ts';
import { updateTarget } from './update-target.ts';

let bucket: TestBucket;
let dist: string;
beforeEach(async () => {
  dist = mkdtempSync(join(tmpdir(), 'greenroom-publish-'));
  bucket = await openTestBucket();
});
afterEach(async () => {
  await bucket.close();
  rmSync(dist, { recursive: true, force: true });
});

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

const page = (file: string, text: string) => ({ file, type: html, text });
const files: TestPages = {
  '/': page('index.html', 'see /articles/a with /_astro/a.css'),
  '/404': page('404.html', 'nothing here'),
  '/articles/a': page('articles/a.html', 'the article'),
  '/api/agent': { file: 'api/agent.json', type: json, text: '{}' },
  '/api/agent/profile': { file: 'api/agent/profile.json', type: json, text: '{"big":true}', encodings: { br: 2 } },
  '/_astro/a.css': { file: '_astro/a.css', type: 'text/css; charset=utf-8', text: 'a{}' },
  '/media/me + you.png': { file: 'media/me + you.png', type: 'image/png', text: 'png' },
  '/api/agent/articles/sold': { file: 'sold.json', type: json, text: 'secret', private: true },
};

const out = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [] });
const open = (settings = bucket.settings) => openBucket(settings, out, 1);
const nobody = () => Promise.resolve();

function publish(pages: TestPages, purge: (paths: string[]) => Promise<void> = nobody) {
  makeRelease(dist, pages);
  return updateTarget(bucketTarget(open(), dist), bucketFiles(readPublicRelease(dist).hosted), purge);
}
const changes = () => bucket.changes().filter((change) => change !== `PUT ${noteKey}`);

test('every public file lies under its address, with type, cache rule and coding, and nothing private does', async () => {
  await publish(files);
  for (const [key, type, cache] of [
    ['index.html', html, 'public, max-age=0, must-revalidate'],
    ['articles/a', html, 'public, max-age=0, must-revalidate'],
    ['api/agent', json, 'public, max-age=60, stale-while-revalidate=3600'],
    ['api/agent/profile', json, 'public, max-age=60, stale-while-revalidate=3600'],
    ['_astro/a.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['media/me%20%2B%20you.png', 'image/png', 'public, max-age=86400'],
  ] as const) {
    const got = await bucket.get(key);
    assert.deepEqual(
      [key, got.status, got.headers.get('content-type'), got.headers.get('cache-control')],
      [key, 200, type, cache],
    );
  }
  assert.equal(await (await bucket.get('api/agent')).text(), '{}');
  const packed = await fetch(`${bucket.settings.url}/api/agent/profile.br`, { method: 'HEAD' });
  assert.deepEqual([packed.headers.get('content-encoding'), packed.headers.get('content-type')], ['br', json]);
  assert.ok(!changes().some((change) => change.includes('sold')));
});

test('the next release sends only differences: assets, then new pages, then changed ones, then deletions', async () => {
  await publish(files);
  changes();
  const { '/_astro/a.css': _, '/media/me + you.png': __, ...rest } = files;
  const next = {
    ...rest,
    '/': page('index.html', 'see /articles/b with /_astro/b.css'),
    '/articles/b': page('articles/b.html', 'another'),
    '/_astro/b.css': { file: '_astro/b.css', type: 'text/css', text: 'b{}' },
  };
  const purged: string[] = [];
  const said = await publish(next, async (paths) => void purged.push(...paths));
  const asked = changes();
  assert.deepEqual(asked.slice(0, 3), ['PUT _astro/b.css', 'PUT articles/b', 'PUT index.html']);
  assert.deepEqual(asked.slice(3).sort(), ['DELETE _astro/a.css', 'DELETE media/me + you.png']);
  assert.deepEqual([said.sent, said.deleted], [3, 2]);
  assert.deepEqual(purged.sort(), ['/', '/articles/b', '/media/me + you.png']);
  assert.deepEqual(await publish(next), { sent: 0, bytes: 0, deleted: 0 });
  assert.deepEqual(changes(), []);
});

test('the style sheet that every page has comes before the pages, and pages go before their assets', async () => {
  const card = { file: 'cards/articles/a.jpg', type: 'image/jpeg', text: 'jpg' };
  const all: TestPages = {
    ...files,
    '/theme.css': { file: 'theme.css', type: 'text/css; charset=utf-8', text: 'b{}' },
    '/cards/articles/a.jpg': card,
  };
  await publish(all);
  const sent = changes();
  assert.ok(sent.indexOf('PUT theme.css') < sent.indexOf('PUT articles/a'), sent.join());
  const { '/articles/a': _, '/cards/articles/a.jpg': __, ...rest } = all;
  let left = 1;
  // The note and the first deletion succeed, and no other deletion.
  bucket.intercept((method) => (method === 'DELETE' && left-- <= 0 ? 403 : undefined));
  await assert.rejects(publish(rest), /The bucket refuses DELETE/);
  assert.deepEqual(
    (await Promise.all(['articles/a', 'cards/articles/a.jpg'].map(bucket.get))).map(({ status }) => status),
    [404, 200],
  );
});

test('retracted files are removed even if the note in the bucket was lost; a damaged note is reported', async () => {
  await publish(files);
  await open().remove(noteKey);
  await open().put('holiday.jpg', Buffer.from('mine'), {});
  const { '/articles/a': _, ...rest } = files;
  assert.equal((await publish(rest)).deleted, 1);
  assert.equal((await bucket.get('articles/a')).status, 404);
  assert.equal((await bucket.get('holiday.jpg')).status, 200);
  await open().put(noteKey, Buffer.from('{"version":1,"obj'), {});
  await assert.rejects(publish(files), /greenroom-published\.json is damaged\. Delete it/);
});

test('an interrupted publication continues, even if the content was retracted in the meantime', async () => {
  await publish(files);
  bucket.changes();
  const second = {
    ...files,
    '/': page('index.html', 'changed'),
    '/articles/a': page('articles/a.html', 'too'),
  };
  let left = 2;
  // The note of the pending changes and one page succeed; then the connection is cut.
  bucket.intercept(() => (left-- > 0 ? undefined : 403));
  await assert.rejects(publish(second), /The bucket refuses PUT .*403/);
  bucket.intercept(() => undefined);
  const purged: string[] = [];
  await publish(files, async (paths) => void purged.push(...paths));
  for (const [key, text] of [
    ['index.html', files['/']!.text],
    ['articles/a', 'the article'],
  ] as const)
    assert.equal(await (await bucket.get(key)).text(), text, key);
  assert.deepEqual(purged.sort(), ['/', '/articles/a']);
});

test('a busy bucket is retried, a wrong secret is reported, and addresses that a CDN refused are sent again', async () => {
  let left = 3;
  bucket.intercept(() => (left-- > 0 ? 503 : undefined));
  await assert.rejects(
    publish(files, () => Promise.reject(new Error('CDN away'))),
    /CDN away/,
  );
  const purged: string[] = [];
  await publish(files, async (paths) => void purged.push(...paths));
  assert.ok(purged.includes('/articles/a'));
  await assert.rejects(open({ ...bucket.settings, secret: 'wrong' }).put('x', Buffer.from('x'), {}), /signature/i);
});

test('an object that a newer release has made superfluous is published no further, and a damaged one never', async () => {
  const object = objectFile(dist, testPage(files['/articles/a']!));
  makeRelease(dist, files);
  const send = () => updateTarget(bucketTarget(open(), dist), bucketFiles(readPublicRelease(dist).hosted), nobody);
  writeFileSync(object, 'the ARTICLE');
  await assert.rejects(send(), /is damaged/);
  rmSync(object);
  await assert.rejects(send(), ReleaseReplaced);
});
