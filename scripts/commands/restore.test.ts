// A copy on a machine that has nothing yet.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { root } from '../settings.ts';

const temporary = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-restore-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

function run(env: Record<string, string>, ...args: string[]): string {
  const command = ['--no-warnings', join(root, 'scripts', 'main.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

test('in a room that is not set up, a copy becomes the creator’s content, and the example stays', (t) => {
  const [old, fresh] = [temporary(t), temporary(t)];
  write(old, 'content/creator.json', '{"name": "Mine"}');
  write(old, 'content/example/creator.json', '{"name": "An older example"}');
  write(fresh, 'content/example/creator.json', '{"name": "Example"}');
  run({ ROOM_DIR: old }, 'backup', join(old, 'copy'));
  const content = join(fresh, 'content');
  assert.equal(run({ ROOM_DIR: fresh }, 'restore', join(old, 'copy')), `Restored: ${content}\n`);
  assert.equal(read(content, 'creator.json'), '{"name": "Mine"}');
  assert.equal(read(content, 'example/creator.json'), '{"name": "Example"}');
  assert.deepEqual(readdirSync(fresh), ['content']);
});

test('a copy of a room that shows the example does not make it the creator’s content', (t) => {
  const room = temporary(t);
  write(room, 'content/example/creator.json', '{"name": "Example"}');
  run({ ROOM_DIR: room }, 'backup', join(room, 'copy'));
  assert.deepEqual(readdirSync(join(room, 'copy', 'content')), ['example']);
});
