import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';

const steps = `
  import { run } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))};
  await run(process.execPath, ['-e', 'console.log("first"); setInterval(() => {}, 1000)']);
  console.log('second');
`;

test('after Ctrl-C no further step begins', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', steps], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text));
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  assert.deepEqual([...(await closed), said], [130, null, 'first\n']);
});
