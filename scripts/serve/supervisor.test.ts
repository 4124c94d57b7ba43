import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { test } from 'node:test';
import { configurationExitCode } from '../../sidecar/settings/exit-codes.ts';
import { supervise } from './supervisor.ts';

/** Supervises a server whose n-th run executes the n-th of these scripts. */
function served(runs: string[], delaysMs: number[]) {
  const said: string[] = [];
  let started = 0;
  const supervised = supervise({
    start: () => {
      const code = runs[started++] ?? 'process.exit(99)';
      return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    },
    print: (line) => said.push(line),
    delaysMs,
  });
  return { ...supervised, said, started: () => started };
}

const crash = (why: string) => `process.send({ kind: 'crashed', why: '${why}' }, () => process.exit(1))`;

test('a server that crashes is started again after longer and longer pauses, and each time it is said why', async () => {
  const kill = `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`;
  const server = served([crash('no memory'), kill, 'process.exit(3)', 'process.exit(0)'], [1, 20]);
  assert.equal(await server.ended, 0);
  assert.equal(server.started(), 4);
  assert.deepEqual(server.said, [
    'The server ended with exit code 1: no memory. Restarting in 0.001 s.',
    'The server was ended by SIGKILL. Restarting in 0.02 s.',
    'The server ended with exit code 3. Restarting in 0.02 s.',
  ]);
});

test('a server that cannot run with its settings is not started again', async () => {
  const server = served([`process.exit(${configurationExitCode})`], [1]);
  assert.equal(await server.ended, configurationExitCode);
  assert.deepEqual([server.started(), server.said], [1, []]);
});

test('a server that was stopped is not restarted', async () => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const server = served([`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`], [1]);
    assert.equal(await server.ended, 0);
    assert.equal(server.started(), 1);
  }
});

test('a stop during the pause after a crash starts nothing', async () => {
  const server = served(['process.exit(1)'], [3_600_000]);
  while (server.said.length === 0) await new Promise((done) => setTimeout(done, 5));
  server.stop('SIGTERM');
  assert.equal(await server.ended, 0);
  assert.equal(server.started(), 1);
});
