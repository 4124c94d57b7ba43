// Runs the programs that check the code, one after the other; the output of each is printed when it ends.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from '../settings.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import type { RunScope } from './run-scope.ts';
import type { Tally } from './tally.ts';

export interface Step {
  name: string;
  command: string;
  args: string[];
}

/** A program of the installed packages. */
export const bin = (name: string): string => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

export interface Outcome {
  code: number;
  output: string;
}

/** Output is collected, because several programs run at the same time. Rejects when `signal` is aborted. */
export function collect(command: string, args: string[], signal: AbortSignal, env: Environment): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  for (const from of [child.stdout, child.stderr]) from.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

export async function runSteps(steps: Step[], { signal, io }: RunScope): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: [] };
  for (const { name, command, args } of steps) {
    const { code, output } = await collect(command, args, signal, io.env);
    io.stdout.write(`${output}${code === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
    tally[code === 0 ? 'passed' : 'failed']++;
  }
  return tally;
}
