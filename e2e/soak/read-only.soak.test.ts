// A checkout that nobody may write to: the room lies elsewhere, with all that is made for it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { freePort } from '../room.ts';
import { until } from '../until.ts';

const root = resolve(import.meta.dirname, '../..');

/** Seen by this command alone, the checkout is mounted read-only. */
const inNamespace = (command: string): string[] => [
  '--mount',
  'sh',
  '-c',
  `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && ! touch written 2>/dev/null && exec ${command}`,
  root,
];

function missing(): string | false {
  return spawnSync('unshare', inNamespace('true')).status === 0 ? false : 'this system lets nobody mount';
}

test('a room is built and served from a checkout that nobody can write to', { skip: missing() }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-read-only-'));
  t.after(() => rmSync(folder, { recursive: true, maxRetries: 20 }));
  const port = String(await freePort());
  const { PATH } = process.env;
  const env = { PATH, HOME: folder, ROOM_DIR: folder, PORT: port, INGEST_MINUTES: '0' };
  const child = spawn('unshare', inNamespace('node scripts/setup.mjs start'), { env });
  t.after(() => child.kill('SIGTERM'));
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  await until(
    async () => child.exitCode !== null || (await statusOf('/')) === 200,
    () => said,
    300_000,
  );
  const answered = await Promise.all(['/', '/api/agent', '/docs', '/console/sign-in'].map(statusOf));
  assert.deepEqual(answered, [200, 200, 200, 200], said);
});
