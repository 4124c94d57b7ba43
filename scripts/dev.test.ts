import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

test('a change builds and serves again, a failed build waits for the next change, and Ctrl-C leaves nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-dev-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const code = join(folder, 'code.json');
  writeFileSync(code, 'true');
  const build = `if (!JSON.parse(require('node:fs').readFileSync(${JSON.stringify(code)}))) process.exit(1)`;
  const serve = `console.log('serves', process.pid); setInterval(() => {}, 1000)`;
  const steps = JSON.stringify([
    ['-e', build],
    ['-e', serve],
  ]);
  const driver = `import { restartOnChange } from ${JSON.stringify(join(import.meta.dirname, 'dev.ts'))};
    await restartOnChange(process, { paths: [${JSON.stringify(folder)}], first: ${steps}, restartCommands: ${steps} });
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', driver], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (begin: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`it ended before it said ${begin}`);
      if (value.startsWith(begin)) return value.slice(begin.length);
    }
  };

  const pids = [Number(await line('serves '))];
  writeFileSync(code, 'true ');
  pids.push(Number(await line('serves ')));
  assert.throws(() => process.kill(pids[0]!, 0));
  writeFileSync(code, 'false');
  await line('Dev: if');
  writeFileSync(code, 'true');
  pids.push(Number(await line('serves ')));
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  assert.deepEqual(await exited, [0, null]);
  for (const pid of pids) assert.throws(() => process.kill(pid, 0));
});
