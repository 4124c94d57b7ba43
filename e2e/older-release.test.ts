// Two sidecars share a PostgreSQL; one of them has the release of before: it is refused, and nobody is told that
// anything went.
import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { idOf, testContent } from './content.ts';
import { startPostgres } from './postgres.ts';
import { command, freePort, launch, makeRoom, serve } from './room.ts';
import { until } from './until.ts';

test('an older release is refused and records nothing, until it is taken on purpose', async (t) => {
  const postgres = await startPostgres();
  const room = await makeRoom(await testContent(), { DATABASE_URL: postgres.url });
  const folder = join(room.dist, '..');
  const stale = { content: join(folder, 'stale-content'), dist: join(folder, 'stale-dist') };
  await cp(room.content, stale.content, { recursive: true, preserveTimestamps: true });
  await cp(room.dist, stale.dist, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await rm(join(room.content, 'published', `${idOf('walk', 5)}.md`));
  await room.rebuild();
  const sidecar = await serve(room.env);
  const changes = async () => (await fetch(`${room.baseUrl}/api/agent/changes`)).json();
  const before = await changes();

  const port = String(await freePort());
  const places = { CONTENT_DIR: stale.content, DIST_DIR: stale.dist };
  const env = { ...room.env, ...places, PORT: port, BASE_URL: room.baseUrl };
  const other = launch(env);
  t.after(async () => {
    await Promise.all([sidecar.end('SIGKILL'), other.end('SIGKILL')]);
    await postgres.stop();
    await room.remove();
  });
  await until(
    () => /has already served content of .*npm run build -- --rollback/.test(other.printed()),
    () => `the release is refused: ${other.printed()}`,
  );
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 503);
  assert.deepEqual(await changes(), before);

  await command(env, 'build', '--rollback');
  await other.ready;
  const isServed = async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 200;
  await until(isServed, 'the release is served');
  await until(async () => !isDeepStrictEqual(await changes(), before), 'what is back is a change');
});
