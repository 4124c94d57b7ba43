import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { createWarmBuilder } from './warm-builder.ts';
import { formatBuildEnd } from './build-end.ts';

/** Says which process it is and how often it was asked; `fail`, `late` and `hang` are told by its argument. */
const script = `
  let n = 0;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'ready' || process.argv[1] === 'hang') return;
    process.stdout.write('built by ' + process.pid + ', ' + ++n + '\\n');
    process.stdout.write(process.argv[1] === 'fail' ? ${JSON.stringify(formatBuildEnd(false))} : ${JSON.stringify(formatBuildEnd(true))} + (process.argv[1] === 'late' ? 'tidied up\\n' : ''));
  }).on('close', () => process.exit(0));`;

function started(t: TestContext, how = '', idleMs?: number) {
  const children: ReturnType<typeof start>[] = [];
  const start = () => spawn(process.execPath, ['-e', script, how], { stdio: ['pipe', 'pipe', 'pipe'] });
  const open = () => {
    const child = start();
    children.push(child);
    return child;
  };
  const warm = createWarmBuilder({ ownEnv: {}, baseUrl: 'http://room.example' }, () => {}, {
    start: open,
    ...(idleMs !== undefined && { idleMs }),
  });
  t.after(warm.stop);
  return { warm, children };
}

test('one process builds again and again', async (t) => {
  const { warm, children } = started(t);
  const first = await warm.build();
  const second = await warm.build();
  assert.deepEqual([first.ok, second.ok, children.length], [true, true, 1]);
  assert.match(second.output, /, 2\n$/);
});

test('the process that got ready is the one that builds', async (t) => {
  const { warm, children } = started(t);
  warm.getReady();
  warm.getReady();
  assert.match((await warm.build()).output, /, 1\n$/);
  warm.getReady();
  assert.match((await warm.build()).output, /, 2\n$/);
  assert.equal(children.length, 1);
});

test('after a crash the next one builds', async (t) => {
  const { warm, children } = started(t);
  await warm.build();
  children[0]!.kill('SIGKILL');
  const { ok, output } = await warm.build();
  assert.deepEqual([ok, children.length], [true, 2]);
  assert.match(output, /, 1\n$/);
});

test('a build that fails says so', async (t) => {
  const { warm } = started(t, 'fail');
  const { ok, output } = await warm.build();
  assert.equal(ok, false);
  assert.match(output, /^built by \d+, 1\n$/);
});

test('a build is over where the builder goes on speaking at once', async (t) => {
  const { warm } = started(t, 'late');
  assert.match((await warm.build()).output, /^built by \d+, 1\n$/);
  assert.match((await warm.build()).output, /built by \d+, 2\n$/);
});

test('a build that is cut off is not over', async (t) => {
  const { warm } = started(t, 'hang');
  const build = warm.build();
  const stopped = warm.stop();
  await assert.rejects(build, /the sidecar stops/);
  await stopped;
});

test('nothing is started once it was stopped: it would outlive the sidecar', async (t) => {
  const { warm, children } = started(t);
  await warm.stop();
  warm.getReady();
  await assert.rejects(warm.build(), /the sidecar stops/);
  assert.equal(children.length, 0);
});

test('stop waits until the process has ended', async (t) => {
  const { warm, children } = started(t);
  await warm.build();
  await warm.stop();
  assert.equal(children[0]!.signalCode, 'SIGTERM');
});

for (const ask of ['build', 'getReady'] as const)
  test(`a process that nobody asks any more ends, after ${ask}`, async (t) => {
    const { warm, children } = started(t, '', 0);
    await warm[ask]();
    const [code] = await once(children[0]!, 'exit');
    assert.equal(code, 0);
  });
