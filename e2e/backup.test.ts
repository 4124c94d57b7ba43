// npm run backup and npm run restore beside a room that takes bookings without a pause.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { command, manyRequests, postJson, type RoomProcess, startRoomProcess } from './room.ts';

let room: RoomProcess;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-copies-'));
  room = await startRoomProcess(await testContent(), { RATES: manyRequests });
});
after(async () => {
  await room.stop();
  await rm(folder, { recursive: true });
});

const backup = (...args: string[]) => command(room.env, 'backup', ...args);

const restore = (file: string) => command(room.env, 'restore', file);

/** Books until `isOver`; each address of a request that was accepted is entered at once. */
async function book(isOver: () => boolean, accepted: string[]): Promise<void> {
  while (!isOver()) {
    const response = await postJson(room, '/api/agent/booking-request', { showName: `Show ${accepted.length}` });
    assert.equal(response.status, 200);
    accepted.push(((await response.json()) as { statusUrl: string }).statusUrl);
  }
}

test('each copy has every booking that was accepted before it began, and restoring gives them back', async () => {
  const accepted: string[] = [];
  let isOver = false;
  const booking = Array.from({ length: 4 }, () => book(() => isOver, accepted));
  const before: number[] = [];
  for (let n = 0; n < 2; n++) {
    while (accepted.length < 50 * (n + 1)) await new Promise((done) => setTimeout(done, 5));
    before.push(accepted.length);
    await backup(join(folder, `${n}`));
  }
  isOver = true;
  await Promise.all(booking);
  assert.ok(accepted.length > before.at(-1)!, 'bookings went on during the last copy');
  const newest = join(folder, '1');
  await assert.rejects(restore(newest), /sidecar is running/);
  for (const n of [1, 0]) {
    await room.sidecar().end('SIGTERM');
    assert.match(await restore(join(folder, `${n}`)), /Restored: .*db\nRestored: .*content\nBefore: {3}/);
    await room.restart('SIGTERM');
    for (const url of accepted.slice(0, before[n])) assert.equal((await fetch(url)).status, 200);
  }
  assert.equal((await fetch(accepted.at(-1)!)).status, 404);
  assert.equal((await stat(newest)).mode & 0o777, 0o700);
  await assert.rejects(backup(newest), /already exists/);
});

test('a backup without a name is stored next to the database, and PostgreSQL keeps its own backup commands', async () => {
  assert.match(await backup(), /^Backup: .*\/backups\/\d{8}T\d{6}Z, \d+ files of content, store: sqlite\n$/);
  assert.equal((await readdir(join(room.env.DATA_DIR!, 'backups'))).length, 1);
  const env = { ...room.env, DATABASE_URL: 'postgres://room@127.0.0.1:1/room' };
  const said = await command(env, 'backup', join(folder, 'content-alone'));
  assert.match(said, /store: postgres\n.*not part of the backup.*\n.*pg_dump/);
});
