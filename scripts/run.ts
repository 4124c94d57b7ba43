// Runs another command of the project as a child process, under the same Node.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { root } from './settings.ts';

/** Resolves with the exit code; signals are handed on. */
export function run(command: string, args: string[], onOutput?: (text: string) => void): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from?.on('data', (chunk: Buffer) => {
      to.write(chunk);
      onOutput?.(chunk.toString());
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

export const runNode = (script: string, ...args: string[]): Promise<number> => run(process.execPath, [script, ...args]);
