// A disk that is full and a folder that cannot be written: the system itself refuses, then lets go again.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test, type TestContext } from 'node:test';
import { testContent } from './content.ts';
import { freePort, manyRequests, postJson, type RoomProcess, serve, startRoomProcess } from './room.ts';

let room: RoomProcess;
before(async () => {
  room = await startRoomProcess(await testContent(), { RATES: manyRequests });
});
after(() => room.stop());

type Address = Pick<RoomProcess, 'baseUrl'>;

/** Gives the address of its state. */
async function book(at: Address): Promise<string> {
  const response = await postJson(at, '/api/agent/booking-request', { showName: 'A show' });
  assert.equal(response.status, 200);
  const { pathname, search } = new URL(((await response.json()) as { statusUrl: string }).statusUrl);
  return pathname + search;
}

/** Posts are refused in the envelope, reads of files go on. */
async function assertRefused(at: Address): Promise<void> {
  for (const path of ['/api/agent/booking-request', '/api/agent/register-agent-tier', '/api/guest-kit']) {
    const response = await postJson(at, path, { showName: 'A show' });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '10'], path);
    const { error } = (await response.json()) as { error: { code: string; details: { requestId: string } } };
    assert.deepEqual([error.code, error.details.requestId], ['internal_error', response.headers.get('x-request-id')]);
  }
  assert.equal((await fetch(`${at.baseUrl}/readyz`)).status, 503, 'it accepts nothing, so that it is not ready');
  for (const path of ['/', '/api/agent', '/api/agent/content-index?limit=1', '/healthz'])
    assert.equal((await fetch(at.baseUrl + path)).status, 200, path);
}

async function assertKept(at: Address, addresses: string[]): Promise<void> {
  assert.equal((await fetch(`${at.baseUrl}/readyz`)).status, 200);
  for (const address of addresses) assert.equal((await fetch(at.baseUrl + address)).status, 200);
}

/** Another sidecar over the same release, started by `command`, with a data folder of its own. */
async function startBy(t: TestContext, command: string[], data: string) {
  const port = await freePort();
  const env = { ...room.env, BASE_URL: room.baseUrl, PORT: String(port), DATA_DIR: data };
  const sidecar = await serve(env, [...command, process.execPath]);
  t.after(() => sidecar.end('SIGTERM'));
  return { baseUrl: `http://127.0.0.1:${port}`, ...sidecar };
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-disk-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('nothing is accepted while no file can grow, and everything is accepted afterwards', async () => {
  const limit = (soft: string) => execFileSync('prlimit', [`--pid=${room.sidecar().pid}`, `--fsize=${soft}:unlimited`]);
  const accepted = [await book(room)];
  for (let round = 0; round < 2; round++) {
    limit('0');
    await assertRefused(room);
    limit('unlimited');
    accepted.push(await book(room));
  }
  await assertKept(room, accepted);
  const store = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'), { readOnly: true });
  assert.deepEqual({ ...store.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  store.close();
});

const ownMounts = process.getuid?.() === 0 ? ['unshare', '-m'] : ['unshare', '-Urm'];
const mayMount = spawnSync(ownMounts[0]!, [...ownMounts.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

test('a full disk accepts nothing, and does again once there is room', { skip: !mayMount }, async (t) => {
  const data = folderOf(t);
  const onSmallDisk = ['sh', '-c', 'mount -t tmpfs -o size=2m none "$DATA_DIR" && exec "$@"', 'sh'];
  const small = await startBy(t, [...ownMounts, ...onSmallDisk], data);
  const seen = `/proc/${small.pid}/root${data}`;
  const first = await book(small);
  assert.throws(() => writeFileSync(join(seen, 'ballast'), Buffer.alloc(4 << 20)), { code: 'ENOSPC' });
  await assertRefused(small);
  rmSync(join(seen, 'ballast'));
  await assertKept(small, [first, await book(small)]);
});

test('the room starts with a read-only folder, and stores data as soon as it can', async (t) => {
  // Root may write everywhere, unless it goes without that right.
  const plain = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
  const fresh = folderOf(t);
  const used = folderOf(t);
  mkdirSync(join(used, 'data'));
  const setUp = await startBy(t, plain, join(used, 'data'));
  await book(setUp);
  await setUp.end('SIGTERM');
  chmodSync(join(used, 'data', 'greenroom.db'), 0o400);
  for (const [locked, data] of [
    [fresh, join(fresh, 'data')],
    [join(used, 'data'), join(used, 'data')],
  ] as const) {
    chmodSync(locked, 0o500);
    const sidecar = await startBy(t, plain, data);
    await assertRefused(sidecar);
    assert.equal((await fetch(`${sidecar.baseUrl}/readyz`)).status, 503);
    chmodSync(locked, 0o700);
    if (locked === data) chmodSync(join(data, 'greenroom.db'), 0o600);
    await book(sidecar);
    assert.equal((await fetch(`${sidecar.baseUrl}/readyz`)).status, 200);
  }
});
