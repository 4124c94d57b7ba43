// Files of the live release go missing: the next build restores them, and a running room requests it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { idOf, publish, testContent } from './content.ts';
import { command, makeRoom, type Room, serve } from './room.ts';
import { until } from './until.ts';

let room: Room;
before(async () => {
  room = await makeRoom(await testContent());
});
after(() => room.remove());

const live = async () => join(room.dist, await readlink(join(room.dist, 'current')));
const build = () => command(room.env, 'build');

const harms: Record<string, (dir: string) => Promise<void>> = {
  'files are gone, or cut': async (dir) => {
    await rm(join(dir, 'public', 'index.html'));
    await rm(join(dir, 'hosting'), { recursive: true });
    await truncate(join(dir, 'public', 'llms.txt'), 10);
  },
  'the whole folder is gone': (dir) => rm(dir, { recursive: true }),
};

for (const [what, harm] of Object.entries(harms)) {
  test(`${what}: a build of the same content makes the release anew`, async () => {
    const dir = await live();
    await harm(dir);
    const said = await build();
    assert.match(said, /Build: release/);
    assert.match(said, /is damaged, so that all is made anew: /);
    assert.equal(await live(), dir);
    assert.match(await build(), /Build: skipped/);
  });
}

test('a build of other content links nothing that is damaged', async () => {
  const dir = await live();
  const page = join('public', 'articles', `${idOf('first-river', 1)}.html`);
  await truncate(join(dir, page), 3);
  const fields = { id: idOf('brand-new', 20), title: 'Brand new', date: '2026-04-01T00:00:00Z' };
  await publish(room.content, { ...fields, approvedAt: '2026-04-02T00:00:00Z' });
  assert.match(await build(), /Build: release/);
  assert.notEqual(await live(), dir);
  assert.match(await build(), /Build: skipped/);
  assert.match(await readFile(join(await live(), page), 'utf8'), /<\/html>/);
});

test('a running room is not ready while a file is missing, and has it built again', async (t) => {
  const sidecar = await serve(room.env);
  t.after(() => sidecar.end('SIGTERM'));
  const isReady = async () => (await fetch(`${room.baseUrl}/readyz`)).status === 200;
  assert.ok(await isReady());
  const path = join(await live(), 'public', 'articles.html');
  await rm(path);
  await fetch(`${room.baseUrl}/articles`).then((page) => page.text()).catch(() => ''); // prettier-ignore
  await until(async () => !(await isReady()), 'the room says that it is not ready');
  await until(isReady, () => `the room is ready again: ${sidecar.printed()}`);
  assert.ok(existsSync(path));
  assert.equal((await fetch(`${room.baseUrl}/articles`)).status, 200);
  assert.match(sidecar.printed(), /missing or cut: public\/articles\.html/);
});

test('a release whose search index another version made is served, but for search, until it is built again', async (t) => {
  const fields = { id: idOf('newer-still', 21), title: 'Newer still', date: '2026-05-01T00:00:00Z' };
  await publish(room.content, { ...fields, approvedAt: '2026-05-02T00:00:00Z' });
  const index = new DatabaseSync(join(await live(), 'private', 'texts.db'));
  index.exec(`alter table items rename column origin to source; update origin set salt = 'of another version'`);
  index.close();
  // A store that has seen nothing: no change of the content asks for the build.
  const sidecar = await serve({ ...room.env, DATA_DIR: join(room.dist, '..', 'new-store') });
  t.after(() => sidecar.end('SIGTERM'));
  const get = (path: string) => fetch(room.baseUrl + path);
  const search = () => get('/api/agent/search?q=newer');
  const refused = await search();
  assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [503, true]);
  for (const path of ['/articles', '/api/agent/content-index', '/api/agent/content-index?tag=river', '/readyz'])
    assert.equal((await get(path)).status, 200, path);
  await until(async () => (await search()).status === 200, () => `it is built again: ${sidecar.printed()}`, 180_000); // prettier-ignore
  const { items } = (await (await search()).json()) as { items: { id: string }[] };
  assert.deepEqual(
    items.map(({ id }) => id),
    [fields.id],
  );
});

test('a release of a version that had no index of texts with a price is served, and built again with one', async (t) => {
  const fields = { id: idOf('newest', 22), title: 'Newest', date: '2026-06-01T00:00:00Z' };
  await publish(room.content, { ...fields, approvedAt: '2026-06-02T00:00:00Z' });
  const file = join('private', 'priced-texts.db');
  const manifest = join(await live(), 'manifest.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/,"private\/priced-texts\.db":\d+/, ''));
  await rm(join(await live(), file));
  const sidecar = await serve({ ...room.env, DATA_DIR: join(room.dist, '..', 'newer-store') });
  t.after(() => sidecar.end('SIGTERM'));
  assert.equal((await fetch(`${room.baseUrl}/api/agent/search?q=river`)).status, 200);
  await until(async () => existsSync(join(await live(), file)), () => `it is built again: ${sidecar.printed()}`, 180_000); // prettier-ignore
});
