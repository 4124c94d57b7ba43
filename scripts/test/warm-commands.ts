// Processes that run commands for the tests of a run: to start Node and to load Astro costs more than most commands do.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../settings.ts';
import type { RunScope } from './run-scope.ts';

/** One that has ended is started again, as long as the run lasts. */
function keepRunning(socket: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  rmSync(socket, { force: true });
  const child = spawn(process.execPath, ['scripts/test/warm-command.ts', socket], {
    cwd: root,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.once('exit', (code) => code === 0 && keepRunning(socket, signal));
  child.unref();
}

/** Tests find the sockets in the folder that TEST_COMMANDS names (e2e/room.ts). */
export function startWarmCommands({ folder, signal }: Pick<RunScope, 'folder' | 'signal'>): void {
  const sockets = join(folder, 'commands');
  mkdirSync(sockets);
  process.env.TEST_COMMANDS = sockets;
  for (let n = 0; n < availableParallelism(); n++) keepRunning(join(sockets, String(n)), signal);
}
