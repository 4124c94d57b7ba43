import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyWritable } from './copy-folder.ts';

test('the copy of a read-only folder can be written, and keeps what may be run', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const from = join(folder, 'from');
  const to = join(folder, 'to');
  mkdirSync(join(from, 'deep'), { recursive: true });
  for (const [name, mode] of [
    ['deep/file', 0o444],
    ['run', 0o555],
  ] as const)
    writeFileSync(join(from, name), name, { mode });
  for (const name of ['deep', '.']) chmodSync(join(from, name), 0o555);
  await copyWritable(from, to);
  const modeOf = (name: string) => statSync(join(to, name)).mode & 0o700;
  assert.deepEqual(['.', 'deep', 'deep/file', 'run'].map(modeOf), [0o700, 0o700, 0o600, 0o700]);
  for (const name of ['deep', '.']) chmodSync(join(from, name), 0o755);
});
