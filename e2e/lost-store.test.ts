// The store goes, or is damaged, while the room runs: nothing is accepted until a copy is put back.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testContent } from './content.ts';
import { command, makeRoom, postJson, serve } from './room.ts';
import { until } from './until.ts';

test('a lost store is reported and refuses, and with a copy in its place the room has what it had', async (t) => {
  const room = await makeRoom(await testContent());
  const store = join(room.env.DATA_DIR!, 'greenroom.db');
  const copy = join(room.env.DATA_DIR!, '..', 'copy.db');
  const booking = { showName: 'The Long Talk', contactEmail: 'host@show.example', message: 'Come and talk.' };
  const book = () => postJson(room, '/api/agent/booking-request', booking);
  const ready = async () => {
    const response = await fetch(`${room.baseUrl}/readyz`);
    return { status: response.status, text: await response.text() };
  };
  const refuses = async () => {
    const refused = await book();
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '10']);
    const { status, text } = await ready();
    assert.equal(status, 503);
    assert.match(text, /npm run restore/);
    assert.equal((await fetch(room.baseUrl)).status, 200);
  };

  let sidecar = await serve(room.env);
  t.after(() => sidecar.end('SIGTERM').then(room.remove));
  const accepted = (await (await book()).json()) as { statusUrl: string };
  await command(room.env, 'backup', copy);
  await rm(room.env.DATA_DIR!, { recursive: true });
  await refuses();
  await until(() => /was deleted or replaced.*npm run restore/.test(sidecar.printed()), 'the log says what to do');
  assert.equal(await sidecar.end('SIGTERM'), 0);

  await command(room.env, 'restore', copy);
  await rm(`${store}-wal`, { force: true });
  await writeFile(store, 'garbage where the store was');
  sidecar = await serve(room.env);
  assert.match(sidecar.printed(), /^The store .*greenroom\.db is damaged .*npm run restore -- FOLDER/m);
  await refuses();
  await sidecar.end('SIGTERM');

  await command(room.env, 'restore', copy);
  sidecar = await serve(room.env);
  assert.equal((await ready()).status, 200);
  assert.equal((await fetch(accepted.statusUrl)).status, 200);
  assert.equal((await book()).status, 200);
  await sidecar.end('SIGTERM');

  const doctor = () =>
    command(room.env, 'doctor', '--only', 'store').catch((error: { stdout: string }) => error.stdout);
  for (const end of ['', '-wal', '-shm']) await rm(`${store}${end}`, { force: true });
  assert.match(await doctor(), /is missing although the room had a store/);
  sidecar = await serve(room.env);
  assert.match(sidecar.printed(), /^The store was missing, and an empty one took its place .*npm run restore/m);
  await sidecar.end('SIGTERM');
  assert.match(await doctor(), /an empty one took its place/);
  await command(room.env, 'restore', copy);
  sidecar = await serve(room.env);
  assert.doesNotMatch(sidecar.printed(), /The store was missing/);
  assert.doesNotMatch(await doctor(), /took its place/);
});
