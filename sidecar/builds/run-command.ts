// Runs a command of scripts/ and keeps the end of what it says. The sidecar and the commands meet in files only.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Step } from './builder.ts';

const root = resolve(import.meta.dirname, '../..');
const keptCharacters = 8000;
const longestMs = 30 * 60_000;

export interface CommandRunner {
  /** Rejects when it was cut off by `stop`. */
  run: (step: Step | 'backup') => Promise<{ ok: boolean; output: string }>;
  /** Ends the command that is running; the next start begins it again. */
  stop: () => void;
}

/** `baseUrl` is handed on, since it is part of what is built. */
export function commandRunner(baseUrl: string): CommandRunner {
  let child: ReturnType<typeof spawn> | undefined;
  let stopped = false;
  return {
    run: (step) =>
      new Promise((done, cutOff) => {
        let output = '';
        child = spawn(process.execPath, ['scripts/main.ts', step], {
          cwd: root,
          env: { ...process.env, BASE_URL: baseUrl },
          stdio: ['ignore', 'pipe', 'pipe'],
          timeout: longestMs,
        });
        const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptCharacters));
        child.stdout!.on('data', keep);
        child.stderr!.on('data', keep);
        child.on('error', (error) => done({ ok: false, output: `${output}${error.message}` }));
        child.on('close', (code) => {
          if (stopped) cutOff(new Error('the sidecar stops'));
          else done({ ok: code === 0, output });
        });
      }),
    stop: () => {
      stopped = true;
      child?.kill('SIGTERM');
    },
  };
}
