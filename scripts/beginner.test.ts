// The commands as a beginner meets them: an empty content folder, an argument that is no option.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CommandName } from './commands/command.ts';
import { runInMemory } from './test-io.ts';

async function run(folder: string, command: CommandName, ...args: string[]) {
  const env = { CONTENT_DIR: join(folder, 'content'), DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  const { code, out, err } = await runInMemory(env, command, ...args);
  return { code, output: out + err };
}

test('each command says in a line or two what to do in an empty content folder', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'beginner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const contentDir = join(folder, 'content');
  mkdirSync(contentDir);
  const [init, ingest, build, odd, review] = await Promise.all([
    run(folder, 'init'),
    run(folder, 'ingest'),
    run(folder, 'build'),
    run(folder, 'ingest', '--odd'),
    run(folder, 'review'),
  ]);
  assert.deepEqual([init.code, ingest.code, build.code, odd.code, review.code], [2, 1, 1, 2, 0]);
  assert.match(init.output, /Give the address of your site/);
  for (const { output } of [ingest, build])
    assert.match(output, /creator\.json does not exist\. Create it with `npm run init -- http/);
  assert.match(odd.output, /^npm run ingest: Unknown option '--odd'\.? See npm run ingest -- --help\n$/);
  assert.match(review.output, /Nothing is waiting\. Read your feeds/);
  for (const { output } of [init, ingest, build, odd, review]) assert.ok(output.split('\n').length <= 3, output);
  assert.deepEqual(readdirSync(contentDir), ['.build']);
});
