import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { removeLeftovers, temporaryPath } from './leftovers.ts';

const ended = spawnSync(process.execPath, ['--version']).pid;
const left = `a.jpg.${ended}.tmp`;
const underWay = basename(temporaryPath('a.jpg'));

function folderWith(t: TestContext, names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'media', 'copies'), { recursive: true });
  for (const name of names) for (const place of ['', 'media/copies']) writeFileSync(join(folder, place, name), '');
  return folder;
}
const filesIn = (folder: string) => [...readdirSync(folder), ...readdirSync(join(folder, 'media', 'copies'))].sort();
const expected = (names: string[]) => [...names, ...names, 'media'].sort();

test('files of a killed process are removed, those of a running one stay', async (t) => {
  const kept = [underWay, 'a.jpg', 'mine.tmp'];
  const folder = folderWith(t, [left, ...kept]);
  await removeLeftovers(folder, Date.now(), false);
  await removeLeftovers(join(folder, 'missing'), Date.now(), false);
  assert.deepEqual(filesIn(folder), expected(kept));
});

test('only old files are removed in a shared folder, whatever process has their number here', async (t) => {
  const folder = folderWith(t, [left, underWay, 'mine.tmp']);
  await removeLeftovers(folder, Date.now(), true);
  assert.deepEqual(filesIn(folder), expected([left, underWay, 'mine.tmp']));
  await removeLeftovers(folder, Date.now() + 2 * 60 * 60_000, true);
  assert.deepEqual(filesIn(folder), expected(['mine.tmp']));
});
