// A content folder that nobody can write: every command says so in one line, and the doctor finds it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { root } from './settings.ts';

/** Seen by this command alone, `folder` is mounted read-only. */
const unshared = (folder: string, command: string[]) =>
  spawnSync(
    'unshare',
    ['--mount', 'sh', '-c', 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', folder, ...command],
    { encoding: 'utf8', env: envOf(join(folder, '..')) },
  );
const envOf = (folder: string) => ({
  PATH: process.env.PATH,
  CONTENT_DIR: join(folder, 'content'),
  DIST_DIR: join(folder, 'dist'),
  DATA_DIR: join(folder, 'data'),
});

const missing = unshared(tmpdir(), ['true']).status === 0 ? false : 'this system lets nobody mount';

test('commands and the doctor report content that cannot be written', { skip: missing }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'read-only-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const content = join(folder, 'content');
  cpSync(join(root, 'content', 'example'), content, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const run = (...args: string[]) =>
    unshared(content, [process.execPath, '--no-warnings', join(root, 'scripts', 'main.ts'), ...args]);
  const plainly = `${content} cannot be written: its disk is read-only (EROFS).\n`;
  const refused = (...args: string[]) => {
    const { status, stderr } = run(...args);
    return [status, stderr];
  };
  const failed = 'Build: failed. The previous release stays live.\n';
  assert.deepEqual(refused('build'), [1, failed + plainly]);
  assert.deepEqual(refused('review', '--approve', 'some-item'), [1, plainly]);
  // A copy is wanted most now, and it needs no lock, since nothing can change.
  for (const copy of ['copy', 'copy-2']) {
    assert.deepEqual(refused('backup', join(folder, copy)), [0, '']);
    assert.ok(statSync(join(folder, copy, 'content', 'creator.json')).isFile());
    mkdirSync(join(content, '.build'), { recursive: true });
    writeFileSync(join(content, '.build', 'content.lock'), '');
  }
  rmSync(join(content, '.build'), { recursive: true });
  mkdirSync(join(content, '.build'));
  assert.deepEqual(refused('build'), [1, failed + plainly.replace(content, join(content, '.build'))]);
  rmSync(join(content, '.build'), { recursive: true });

  const { status, stdout } = run('doctor', '--only', 'disk', '--json');
  const { findings } = JSON.parse(stdout) as { findings: { level: string; says: string }[] };
  const problems = findings.filter(({ level, says }) => level === 'problem' && says.includes('cannot be written'));
  assert.deepEqual([status, problems.map(({ says }) => `${says}\n`)], [1, [`content: ${plainly}`]]);
});

test('the doctor leaves nothing of what it writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'writable-'));
  mkdirSync(join(folder, 'content', '.build'), { recursive: true });
  const before = statSync(join(folder, 'content')).mtimeMs;
  const doctor = [join(root, 'scripts', 'main.ts'), 'doctor', '--only', 'disk', '--json'];
  const { stdout } = spawnSync(process.execPath, doctor, { encoding: 'utf8', env: envOf(folder) });
  assert.doesNotMatch(stdout, /cannot be written/);
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), ['content', 'content/.build']);
  assert.equal(statSync(join(folder, 'content')).mtimeMs, before);
  rmSync(folder, { recursive: true });
});
