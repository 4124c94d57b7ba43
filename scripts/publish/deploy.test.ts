// Tests deployment with a CDN's own tool: a replacement records its arguments and folder.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { deploy } from './publish.ts';

function makeFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'greenroom-deploy-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Puts a tool of this name first on the PATH. */
function standIn(folder: string, name: string, code = 0) {
  const file = join(folder, 'bin', name);
  const calls = join(folder, 'calls');
  mkdirSync(dirname(file));
  writeFileSync(file, `#!/bin/sh\n{ echo "$@"; pwd; } > '${calls}'\nexit ${code}\n`);
  chmodSync(file, 0o755);
  return { env: { PATH: `${dirname(file)}:${process.env.PATH}` }, calls };
}

for (const [program, place, call] of [
  ['wrangler', { kind: 'cloudflare', project: 'my-room' }, 'pages deploy public --project-name my-room'],
  ['netlify', { kind: 'netlify' }, 'deploy --prod'],
] as const)
  test(`${program} is called in the folder that it deploys`, async (t) => {
    const folder = makeFolder(t);
    const { env, calls } = standIn(folder, program);
    await deploy(env, folder, place);
    assert.deepEqual(readFileSync(calls, 'utf8').trim().split('\n'), [call, folder]);
  });

test('a tool that fails, or is not installed, fails the command', async (t) => {
  const folder = makeFolder(t);
  await assert.rejects(
    deploy({ PATH: process.env.PATH }, folder, { kind: 'cloudflare', project: 'x' }),
    /wrangler is not installed/,
  );
  const { env } = standIn(folder, 'netlify', 3);
  await assert.rejects(deploy(env, folder, { kind: 'netlify' }), /netlify ended with 3/);
});
