// A room on machines with separate folders: builders and a web machine that share only PostgreSQL and a bucket.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBucket } from './bucket.ts';
import { idOf, publish, testContent } from './content.ts';
import { startPostgres } from './postgres.ts';
import { databaseOf, objectOf, onePerKind, pagesIn, releaseIn } from './release.ts';
import { foldersIn, freePort, launch, makeRoom, manyRequests, type Sidecar } from './room.ts';
import { askForBuild } from './soak/store.ts';
import { until } from './until.ts';

interface Machine {
  baseUrl: string;
  folder: string;
  sidecar: Sidecar;
}

/** Receives the purge requests. */
async function startCdn(ending: AsyncDisposableStack) {
  const purged: string[] = [];
  const server = createServer(async (request, response) => {
    purged.push(...(JSON.parse(await text(request)) as { files: string[] }).files);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ending.defer(() => new Promise((done) => server.close(() => done())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`, purged };
}

const get = async ({ baseUrl }: Machine, path: string) => {
  const answer = await fetch(baseUrl + path);
  return { status: answer.status, text: await answer.text() };
};

test('machines that share no folder with the builder serve its release', async () => {
  // Last in, first out: sidecars and their builders end before the folders they write to are removed.
  await using ending = new AsyncDisposableStack();
  const postgres = await startPostgres();
  ending.defer(() => postgres.stop());
  const bucket = await startBucket();
  ending.defer(() => bucket.stop());
  const cdn = await startCdn(ending);
  const shared = {
    ...{ DATABASE_URL: postgres.url, ...bucket.settings, PURGE_URL: cdn.url, ALLOWED_HOSTS: '127.0.0.1' },
    BASE_URL: 'http://room.example',
    RATES: manyRequests,
  };
  const room = await makeRoom(await testContent(), shared);
  ending.defer(() => room.remove());
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-fleet-'));
  ending.defer(() => rm(folder, { recursive: true }));

  async function start(name: string, settings: Record<string, string>): Promise<Machine> {
    const place = join(folder, name);
    const port = String(await freePort());
    const sidecar = launch({ ...room.env, ...foldersIn(place), PORT: port, ...settings });
    ending.defer(async () => void (await sidecar.end('SIGTERM')));
    return { baseUrl: `http://127.0.0.1:${port}`, folder: place, sidecar };
  }
  const { CONTENT_DIR, DIST_DIR } = room.env as Record<string, string>;
  const one = await start('one', { ROLE: 'web' });
  const builder = await start('builder', { ROLE: 'builder', CONTENT_DIR: CONTENT_DIR!, DIST_DIR: DIST_DIR! });
  const all = [one, builder];
  await Promise.all(all.map(({ sidecar }) => sidecar.ready));
  const isReady = async (machine: Machine) => (await get(machine, '/readyz')).status === 200;
  for (const machine of all) await until(() => isReady(machine), 'it serves the release');

  const pages = pagesIn(DIST_DIR!);
  for (const path of onePerKind(Object.keys(pages))) {
    const page = pages[path]!;
    if (page.private || page.frame || path === '/404') continue;
    const answer = await fetch(one.baseUrl + path);
    const bytes = await readFile(objectOf(DIST_DIR!, path));
    assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())), path);
  }
  for (const machine of all) {
    const { status, text } = await get(machine, '/readyz');
    assert.equal(status, 200, text);
  }
  assert.deepEqual(
    await Promise.all(all.map(async (machine) => JSON.parse((await get(machine, '/readyz')).text).role)),
    ['web', 'builder'],
  );
  assert.equal((await get(one, '/console')).status, 404);
  assert.equal((await get(builder, '/console')).status, 200);

  // A builder that stands by has an older release than the fleet once it takes over.
  await cp(DIST_DIR!, join(folder, 'other', 'dist'), { recursive: true, verbatimSymlinks: true });
  const published = idOf('seen', 99);
  const database = await stat(databaseOf(join(one.folder, 'dist')));
  await publish(CONTENT_DIR!, { id: published, title: 'Seen', date: '2026-05-01T10:00:00Z', keywords: ['sea'] });
  await askForBuild(room.env);
  const isSeen = async (machine: Machine) => (await get(machine, `/articles/${published}`)).status === 200;
  await until(() => isSeen(one), 'the new item is seen', 240_000);
  const { ino } = await stat(databaseOf(join(one.folder, 'dist')));
  assert.equal(ino, database.ino, 'its database is changed, not replaced');
  const newPage = `http://room.example/articles/${published}`;
  await until(() => cdn.purged.includes(newPage), 'the CDN is told');
  assert.equal(cdn.purged.filter((address) => address === newPage).length, 1);

  // A builder elsewhere goes on with the content of the first once that is gone, and keeps what only it had.
  await builder.sidecar.end('SIGTERM');
  const other = await start('other', { ROLE: 'builder' });
  await other.sidecar.ready;
  await until(() => isReady(other), 'it serves the release');
  const names = async (content: string) => (await readdir(join(content, 'published'))).sort();
  assert.deepEqual(await names(join(other.folder, 'content')), await names(CONTENT_DIR!));
  assert.deepEqual(releaseIn(join(other.folder, 'dist')), releaseIn(DIST_DIR!), 'nothing is built anew');
  assert.ok(await isSeen(other));

  // A web machine that starts again serves what it has, whatever became of the bucket's other objects.
  await one.sidecar.end('SIGKILL');
  await writeFile(join(one.folder, 'dist', 'objects', 'left-over'), '');
  const again = launch({
    ...room.env,
    ROLE: 'web',
    PORT: new URL(one.baseUrl).port,
    ...foldersIn(one.folder),
    FLEET_BUCKET: 'http://127.0.0.1:1/away',
  });
  ending.defer(async () => void (await again.end('SIGTERM')));
  await again.ready;
  await until(() => isReady(one), 'it serves the release');
  assert.ok(await isSeen(one));
});
