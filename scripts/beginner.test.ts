// The commands as a beginner meets them: an empty content folder, an argument that is no option.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';

function run(contentDir: string, command: string, ...args: string[]) {
  const env = { ...process.env, CONTENT_DIR: contentDir };
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), command, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, output: out + err }),
    );
  });
}

test('in an empty content folder each command says in a line or two what to do', async (t) => {
  const contentDir = mkdtempSync(join(tmpdir(), 'beginner-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  const [init, ingest, build, odd, review] = await Promise.all([
    run(contentDir, 'init'),
    run(contentDir, 'ingest'),
    run(contentDir, 'build'),
    run(contentDir, 'ingest', '--odd'),
    run(contentDir, 'review'),
  ]);
  assert.deepEqual([init.code, ingest.code, build.code, odd.code, review.code], [2, 1, 1, 2, 0]);
  assert.match(init.output, /Name the address of your site/);
  for (const { output } of [ingest, build])
    assert.match(output, /creator\.json does not exist\. `npm run init -- http/);
  assert.match(odd.output, /^npm run ingest: Unknown option '--odd'\.? See npm run ingest -- --help\n$/);
  assert.match(review.output, /Nothing is waiting\. `npm run ingest`/);
  for (const { output } of [init, ingest, build, odd, review]) assert.ok(output.split('\n').length <= 3, output);
  assert.deepEqual(readdirSync(contentDir), ['.build']);
});
