import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { lockFolder } from './data-folder-lock.ts';

function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'alone-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data');
}

/** Another process that has the folder. */
async function holder(t: TestContext, folder: string) {
  const code = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder-lock.ts'))};
    await lockFolder(${JSON.stringify(folder)}, 0); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a second sidecar does not get the folder, and one that starts while the first ends does', async (t) => {
  const folder = freshFolder(t);
  const first = await holder(t, folder);
  let waits = 0;
  assert.equal(await lockFolder(folder, 500, () => waits++), undefined);
  assert.equal(waits, 1);
  const next = lockFolder(folder, 20_000);
  setTimeout(() => first.kill('SIGTERM'), 300);
  const letGo = await next;
  assert.ok(letGo);
  letGo();
});

test('a sidecar that was killed leaves the folder free at once', async (t) => {
  const folder = freshFolder(t);
  const first = await holder(t, folder);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const letGo = await lockFolder(folder, 0);
  assert.ok(letGo);
  letGo();
});
