import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { removeLeftovers, writeWhole } from './write-file.ts';

test('a file that cannot be written leaves nothing beside it, and the error names the folder', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'write-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  await assert.rejects(writeWhole(join(folder, 'taken'), 'text'), ({ message }: Error) =>
    message.startsWith(`${folder} cannot be written: `),
  );
  assert.deepEqual(readdirSync(folder), ['taken']);
});

test('what a killed process left is removed, and nothing of one that runs', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'write-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const names = [`a.jpg.${ended}.tmp`, `a.jpg.${process.pid}.tmp`, 'a.jpg', 'mine.tmp'];
  for (const name of names) writeFileSync(join(folder, name), '');
  await removeLeftovers(folder);
  await removeLeftovers(join(folder, 'missing'));
  assert.deepEqual(readdirSync(folder).sort(), names.slice(1).sort());
});
