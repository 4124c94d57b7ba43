// A new release: taken without a restart, whole, with what did not change still the same file.
import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { idOf, publish, testContent } from './content.ts';
import { command, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';
import { objectOf, pagesIn, releaseIn } from './release.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent());
});
after(() => room.stop());

const total = async () =>
  ((await (await fetch(`${room.baseUrl}/api/agent/content-index`)).json()) as { total: number }).total;

test('the same content is not built again', async () => {
  assert.match(await room.rebuild(), /Build: skipped/);
});

test('a newly approved item appears without a restart, in every place at once', async () => {
  const kept = objectOf(room.dist, `/articles/${idOf('first-river', 1)}`);
  const inode = (await stat(kept)).ino;
  const etag = (await fetch(`${room.baseUrl}/api/agent/articles/${idOf('first-river', 1)}`)).headers.get('etag');
  const before = await total();
  const id = idOf('brand-new', 20);
  await publish(room.content, {
    id,
    title: 'Brand new',
    date: '2026-04-01T00:00:00Z',
    approvedAt: '2026-04-02T00:00:00Z',
  });
  await room.rebuild();
  await until(async () => (await total()) === before + 1, 'the item is live');
  for (const path of [`/articles/${id}`, `/api/agent/articles/${id}`, `/api/article/${id}/markdown`]) {
    assert.equal((await fetch(room.baseUrl + path)).status, 200, path);
  }
  assert.ok((await (await fetch(`${room.baseUrl}/articles`)).text()).includes('Brand new'));
  assert.equal((await stat(kept)).ino, inode);
  assert.equal((await fetch(`${room.baseUrl}/api/agent/articles/${idOf('first-river', 1)}`)).headers.get('etag'), etag);
});

test('a page of a list that is no longer there leads to the list, of its year where there is one', async () => {
  const leadsTo = async (path: string) => {
    const { status, headers } = await fetch(room.baseUrl + path, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const year = Object.keys(pagesIn(room.dist))
    .find((path) => path.startsWith('/articles/year/'))!
    .slice(-4);
  assert.deepEqual(await leadsTo(`/articles/from/${year}-02-03`), [307, `/articles/year/${year}`]);
  assert.deepEqual(await leadsTo(`/articles/from/${year}-02-03-2.md`), [307, `/articles/year/${year}.md`]);
  assert.deepEqual(await leadsTo('/articles/from/1901-02-03'), [307, '/articles']);
  assert.deepEqual(await leadsTo('/articles/page/3'), [307, '/articles']);
  for (const path of ['/nothing/page/3', '/from/1901-02-03', '/articles/page/3x', '//evil.example/page/3'])
    assert.deepEqual(await leadsTo(path), [404, null], path);
});

test('a changed document looks newer than before', async () => {
  const url = `${room.baseUrl}/api/agent/content-index`;
  const before = await fetch(url);
  const since = before.headers.get('last-modified')!;
  const id = idOf('old-one', 21);
  await publish(room.content, {
    id,
    title: 'Old one',
    date: '2020-01-01T00:00:00Z',
    approvedAt: '2020-01-02T00:00:00Z',
  });
  await room.rebuild();
  await until(async () => (await fetch(url)).headers.get('etag') !== before.headers.get('etag'), 'the index changed');
  assert.equal((await fetch(url, { headers: { 'if-modified-since': since } })).status, 200);
});

test('a build for another address never goes live: the room builds again for its own', async () => {
  const address = () => releaseIn(room.dist)?.baseUrl;
  const other = 'http://other.example';
  await command({ ...room.env, BASE_URL: other }, 'build');
  assert.equal(address(), other);
  await until(async () => {
    assert.ok(!(await (await fetch(room.baseUrl)).text()).includes(other));
    return address() === room.baseUrl;
  }, 'built for the own address');
  assert.match(room.printed(), /built for http:\/\/other\.example, but BASE_URL of this room is/);
});

test('a broken item is left out and named, and the rest is served', async () => {
  await writeFile(join(room.content, 'published', 'broken-00000099.md'), '---\ntitle: [\n---\n');
  assert.match(await room.rebuild(), /broken-00000099\.md was left out/);
  assert.ok((await total()) > 5);
});
