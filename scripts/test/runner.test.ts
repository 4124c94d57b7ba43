// The runner of the tests, with test files that fail in every way: counted by name, never waited for, nothing left
// behind.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process, { execPath } from 'node:process';
import { after, test, type TestContext } from 'node:test';
import type { CommandName } from '../commands/command.ts';
import { root } from '../settings.ts';
import { runInMemory } from '../test-io.ts';
import { inBatches, longest } from './batches.ts';
import { testFilesOf, unitTests, unitTestsOf } from './selection.ts';
import { soakFilesOf } from './soak.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-runner-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** NODE_TEST_CONTEXT is removed, because Node would run no test files inside a test file. */
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `import { after, before, describe, test } from 'node:test';\n${text}`);
  return path;
}

function start(t: TestContext, args: string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(execPath, args, { cwd: root, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function run(t: TestContext, args: string[], more?: NodeJS.ProcessEnv) {
  const child = start(t, args, more);
  let output = '';
  for (const from of [child.stdout!, child.stderr!]) from.on('data', (text: Buffer) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output, closing: output.trimEnd().split('\n').at(-1) };
}

test('passed, failed and skipped tests are counted, and what crashes or cannot start is a failure with its name', async (t) => {
  const files = [
    write(
      'counted.test.ts',
      `test('one', () => {}); test('two', () => { throw new Error('no'); }); test('three', { skip: 'no harp' }, () => {});`,
    ),
    write('crash-at-once.test.ts', `throw new Error('at once');`),
    write('crash-later.test.ts', `test('one', () => {}); test('two', () => process.exit(0)); test('three', () => {});`),
    write('good.test.ts', `test('one', () => {});`),
    // Nothing closes the server that it has opened.
    write(
      'before.test.ts',
      `import { createServer } from 'node:http';
      before(() => { createServer().listen(0); throw new Error('no programs'); });
      test('never begun', () => {}); test('not either', () => {});`,
    ),
    write(
      'after.test.ts',
      `describe('suite', () => { after(() => { throw new Error('not stopped'); }); test('one', () => {}); });`,
    ),
  ];
  const { code, output, closing } = await run(t, ['scripts/main.ts', 'test', ...files]);
  // A suite is no test: one that fails counts where no test does.
  assert.equal(closing, '3 passed, 5 failed, 1 skipped');
  assert.match(output, /^SKIPPED .*counted\.test\.ts: three: no harp$/m);
  for (const name of ['crash-at-once', 'crash-later'])
    assert.match(output, new RegExp(`^(✖|FAIL) .*${name}\\.test\\.ts`, 'm'));
  for (const name of ['two', 'never begun', 'not either', 'suite'])
    assert.match(output, new RegExp(`^ *✖ ${name}`, 'm'));
  assert.equal(code, 1);
});

test('a `before` that fails cancels only the tests of its file in a process that several files share', async (t) => {
  const stems = JSON.stringify(join(root, 'site/domain/search/stems.ts'));
  const files = ['first', 'second', 'third'].map((name) =>
    write(
      `${name}-of-process.test.ts`,
      `import ${stems};
      before(() => { if ('${name}' === 'second') throw new Error('no programs'); });
      test('one', () => {});`,
    ),
  );
  const [batch] = [...inBatches(files, folder).keys()];
  const { output } = await run(t, ['--test-reporter=tap', batch!]);
  assert.match(output, /^# pass 2$/m);
  assert.match(output, /^# cancelled 1$/m);
});

test('a test that waits for ever, and a file that computes for ever, fail by their names', async (t) => {
  const files = [
    write('waits.test.ts', `test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`),
    write('computes.test.ts', `test('computes', () => { for (;;); });`),
  ];
  const driver = join(folder, 'driver.ts');
  writeFileSync(
    driver,
    `import { runNodeTests } from ${JSON.stringify(join(import.meta.dirname, 'node-tests.ts'))};
    const { signal } = new AbortController();
    const tally = await runNodeTests(${JSON.stringify(files)}, { io: process, signal, timeoutMs: 2000 });
    console.log(tally.passed, tally.failed);`,
  );
  const { output, closing } = await run(t, [driver]);
  assert.equal(closing, '0 2');
  assert.match(output, /✖ waits/);
  assert.match(output, /✖ .*computes\.test\.ts/);
});

test('each test is counted, also where the runner is busy while a file with many ends', async (t) => {
  const file = write('many.test.ts', `for (let n = 0; n < 2000; n++) test('test ' + n + ' of many', () => {});`);
  const driver = join(folder, 'slow.ts');
  writeFileSync(
    driver,
    `import { runNodeTests } from ${JSON.stringify(join(import.meta.dirname, 'node-tests.ts'))};
    const { signal } = new AbortController();
    const busy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    setTimeout(busy, 50);
    const tally = await runNodeTests([${JSON.stringify(file)}], { io: process, signal });
    console.log(tally.passed, tally.failed);`,
  );
  assert.equal((await run(t, [driver])).closing, '2000 0');
});

test('a test of npm run soak runs only there, or where it is named itself', () => {
  const file = 'sidecar/features/transcription/engine.soak.test.ts';
  assert.deepEqual(soakFilesOf(['engine']), [file]);
  assert.deepEqual(testFilesOf([join(root, file)]), [file]);
  for (const files of [unitTests(), testFilesOf([join(root, 'sidecar/features/transcription')]), unitTestsOf([file])])
    assert.ok(!files.includes(file));
});

test('the files that begin first are there', () => {
  for (const file of longest) assert.ok(existsSync(join(root, file)), file);
});

test('an argument that makes no sense ends with 2', async () => {
  const calls: [CommandName, ...string[]][] = [
    ['test', '--foo'],
    ['test', 'nowhere.test.ts'],
    ['test', 'README.md'],
    ['check', '--foo'],
    ['check', '--changed', 'scripts'],
  ];
  for (const call of calls) assert.equal((await runInMemory({}, ...call)).code, 2, call.join(' '));
});

/** An ended process of which nobody has taken note yet is a zombie. */
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

async function exists(path: string): Promise<void> {
  const watcher = watch(folder);
  while (!existsSync(path)) await once(watcher, 'change');
  watcher.close();
}

test(
  'Ctrl-C ends the run, its tests and what they started, even what left the group and heeds no SIGTERM',
  { skip: process.platform !== 'linux' && 'needs /proc' },
  async (t) => {
    const pids = join(folder, 'pids.json');
    const file = write(
      'sleeps.test.ts',
      `import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      import { renameSync, writeFileSync } from 'node:fs';
      test('sleeps', async () => {
        const stubborn = "process.on('SIGTERM', () => {}); console.log(); setInterval(() => {}, 1000)";
        const child = spawn(process.execPath, ['-e', stubborn], { detached: true });
        await once(child.stdout, 'data');
        writeFileSync(${JSON.stringify(pids)} + '.new', JSON.stringify([process.pid, child.pid, process.env.TMPDIR]));
        renameSync(${JSON.stringify(pids)} + '.new', ${JSON.stringify(pids)});
        await new Promise(() => {});
      });`,
    );
    const child = start(t, ['scripts/main.ts', 'test', file]);
    let output = '';
    for (const from of [child.stdout!, child.stderr!]) from.on('data', (chunk: Buffer) => (output += chunk));
    await exists(pids);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.doesNotMatch(output, /Error/);
    const [test, grandchild, temporary] = JSON.parse(readFileSync(pids, 'utf8')) as [number, number, string];
    assert.equal(code, 130);
    assert.deepEqual([isAlive(test), isAlive(grandchild)], [false, false]);
    assert.match(temporary, /greenroom-test-/);
    assert.equal(existsSync(temporary), false);
  },
);
