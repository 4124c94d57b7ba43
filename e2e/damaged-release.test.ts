// Files of the live release go missing: the next build restores them, and a running room requests it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { idOf, publish, testContent } from './content.ts';
import { databaseOf, objectOf, releaseIn } from './release.ts';
import { command, makeRoom, type Room, serve } from './room.ts';
import { until } from './until.ts';

let room: Room;
before(async () => {
  room = await makeRoom(await testContent());
});
after(() => room.remove());

const build = () => command(room.env, 'build');

/** Replaces the file, which other rooms may share. */
async function cutOff(path: string): Promise<void> {
  const object = objectOf(room.dist, path);
  await rm(object);
  await writeFile(object, 'cut');
}

test('files are gone, or cut off: a build of the same content makes them again', async () => {
  const name = releaseIn(room.dist)?.name;
  await rm(objectOf(room.dist, '/'));
  await cutOff('/llms.txt');
  const said = await build();
  assert.match(said, /Build: making pages again, because the files of 2 pages are missing or cut off: \/, \/llms\.txt/);
  assert.equal(releaseIn(room.dist)?.name, name);
  assert.match(await build(), /Build: skipped/);
});

test('a build of other content keeps nothing that is damaged', async () => {
  const name = releaseIn(room.dist)?.name;
  const path = `/articles/${idOf('first-river', 1)}`;
  await cutOff(path);
  const fields = { id: idOf('brand-new', 20), title: 'Brand new', date: '2026-04-01T00:00:00Z' };
  await publish(room.content, { ...fields, approvedAt: '2026-04-02T00:00:00Z' });
  assert.match(await build(), /Build: release/);
  assert.notEqual(releaseIn(room.dist)?.name, name);
  assert.match(await build(), /Build: skipped/);
  assert.match(await readFile(objectOf(room.dist, path), 'utf8'), /<\/html>/);
});

test('a running room is not ready while a file is missing, and has it built again', async (t) => {
  const sidecar = await serve(room.env);
  t.after(() => sidecar.end('SIGTERM'));
  const isReady = async () => (await fetch(`${room.baseUrl}/readyz`)).status === 200;
  assert.ok(await isReady());
  const object = objectOf(room.dist, '/articles');
  await rm(object);
  await fetch(`${room.baseUrl}/articles`)
    .then((page) => page.text())
    .catch(() => '');
  await until(async () => !(await isReady()), 'the room says that it is not ready');
  await until(isReady, () => `the room is ready again: ${sidecar.printed()}`);
  assert.ok(existsSync(object));
  assert.equal((await fetch(`${room.baseUrl}/articles`)).status, 200);
  assert.match(sidecar.printed(), /missing or cut off: \/articles/);
});

test('a running room whose database is removed serves on, and has it built again', async (t) => {
  const sidecar = await serve(room.env);
  t.after(() => sidecar.end('SIGTERM'));
  await rm(databaseOf(room.dist));
  assert.equal((await fetch(`${room.baseUrl}/articles`)).status, 200);
  await until(
    async () => existsSync(databaseOf(room.dist)),
    () => `it is built again: ${sidecar.printed()}`,
    180_000,
  );
  const fields = { id: idOf('newer-still', 21), title: 'Newer still', date: '2026-05-01T00:00:00Z' };
  await publish(room.content, { ...fields, approvedAt: '2026-05-02T00:00:00Z' });
  await build();
  const search = async () => (await fetch(`${room.baseUrl}/api/agent/search?q=newer`)).text();
  await until(async () => (await search()).includes(fields.id), 'the new release is served');
});
