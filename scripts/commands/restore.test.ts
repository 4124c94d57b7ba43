// A copy on a machine that has nothing yet.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { CommandName } from './command.ts';
import { runInMemory } from '../test-io.ts';

const temporary = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-restore-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

async function run(env: Record<string, string>, name: CommandName, ...args: string[]): Promise<string> {
  const { code, out, err } = await runInMemory(env, name, ...args);
  assert.equal(code, 0, err);
  return out;
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

test('a backup that is restored into a new room becomes the creator’s content, and the example stays', async (t) => {
  const old = temporary(t);
  const fresh = temporary(t);
  write(old, 'content/creator.json', '{"name": "Mine"}');
  write(old, 'content/example/creator.json', '{"name": "An older example"}');
  write(fresh, 'content/example/creator.json', '{"name": "Example"}');
  await run({ ROOM_DIR: old }, 'backup', join(old, 'copy'));
  const content = join(fresh, 'content');
  assert.equal(await run({ ROOM_DIR: fresh }, 'restore', join(old, 'copy')), `Restored: ${content}\n`);
  assert.equal(read(content, 'creator.json'), '{"name": "Mine"}');
  assert.equal(read(content, 'example/creator.json'), '{"name": "Example"}');
  assert.deepEqual(readdirSync(fresh), ['content']);
});

test('restores that follow each other within a second keep everything that was there', async (t) => {
  const room = temporary(t);
  write(room, 'content/creator.json', '{"name": "Copied"}');
  await run({ ROOM_DIR: room }, 'backup', join(room, 'copy'));
  for (const name of ['First', 'Second', 'Third']) {
    write(room, 'content/creator.json', `{"name": "${name}"}`);
    await run({ ROOM_DIR: room }, 'restore', join(room, 'copy'));
  }
  const aside = readdirSync(room).filter((name) => name.startsWith('content.before-'));
  assert.deepEqual(aside.map((name) => read(room, name, 'creator.json')).sort(), [
    '{"name": "First"}',
    '{"name": "Second"}',
    '{"name": "Third"}',
  ]);
});

test('a copy of a room that shows the example does not make it the creator’s content', async (t) => {
  const room = temporary(t);
  write(room, 'content/example/creator.json', '{"name": "Example"}');
  await run({ ROOM_DIR: room }, 'backup', join(room, 'copy'));
  assert.deepEqual(readdirSync(join(room, 'copy', 'content')), ['example']);
});

test('a restored greenroom.env names the folders of this machine', async (t) => {
  const old = temporary(t);
  const fresh = temporary(t);
  write(old, 'content/creator.json', '{}');
  const settings = `# Kept\nDATA_DIR=${old}/store\nDIST_DIR='${old}/dist'\nBACKUP_DIR=${old}/gone\nPORT=4912\n`;
  write(old, 'greenroom.env', settings);
  await run({ ROOM_DIR: old }, 'backup', join(old, 'copy'));
  const said = await run({ ROOM_DIR: fresh, DIST_DIR: join(fresh, 'my dist') }, 'restore', join(old, 'copy'));
  assert.equal(
    read(fresh, 'greenroom.env'),
    `# Kept\n#DATA_DIR=.data\nDIST_DIR='${fresh}/my dist'\nBACKUP_DIR=${old}/gone\nPORT=4912\n`,
  );
  assert.deepEqual(said.split('\n').slice(2, -1), [
    `Settings: greenroom.env: DATA_DIR=${old}/store was removed, because ${fresh}/.data is the default`,
    `Settings: greenroom.env: DIST_DIR is ${fresh}/my dist, no longer ${old}/dist`,
    `Settings: greenroom.env: BACKUP_DIR=${old}/gone does not exist on this machine. Correct the path`,
  ]);
});
