// Runs another command of the project as a child process, under the same Node.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { root } from './settings.ts';

/** Resolves with the exit code. A signal is handed on, and ends this process with the child: no further step begins. */
export function run(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  let passed = false;
  const pass = (signal: NodeJS.Signals) => (passed = child.kill(signal) || passed);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (passed) process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

export const runNode = (script: string, ...args: string[]): Promise<number> => run(process.execPath, [script, ...args]);
