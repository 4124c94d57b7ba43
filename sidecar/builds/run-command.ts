// Runs a command of scripts/ and keeps the end of what it says. The sidecar and the commands meet in files only.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { roomDir } from '../places.ts';
import { root } from '../root.ts';

export const keptCharacters = 8000;
export const longestMs = 30 * 60_000;
/** Why a command was cut off, or not begun: the next start begins it again. */
export const stops = 'the sidecar stops';

export interface CommandOutcome {
  ok: boolean;
  output: string;
}

/** `baseUrl` is handed on, since it is part of what is built. */
export const commandEnvironment = (baseUrl: string): NodeJS.ProcessEnv => ({ ...process.env, BASE_URL: baseUrl });

export interface CommandRunner {
  /** Rejects when it was cut off by `stop`, and from then on. */
  run: (command: 'ingest' | 'backup' | 'feeds', args?: string[]) => Promise<CommandOutcome>;
  /** Ends the command that is running. */
  stop: () => void;
}

export function commandRunner(baseUrl: string): CommandRunner {
  let child: ReturnType<typeof spawn> | undefined;
  let stopped = false;
  return {
    run: (command, args = []) =>
      new Promise((done, cutOff) => {
        if (stopped) return cutOff(new Error(stops));
        let output = '';
        child = spawn(process.execPath, [join(root, 'scripts', 'main.ts'), command, ...args], {
          cwd: roomDir,
          env: commandEnvironment(baseUrl),
          stdio: ['ignore', 'pipe', 'pipe'],
          timeout: longestMs,
        });
        const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptCharacters));
        child.stdout!.on('data', keep);
        child.stderr!.on('data', keep);
        child.on('error', (error) => done({ ok: false, output: `${output}${error.message}` }));
        child.on('close', (code) => {
          if (stopped) cutOff(new Error(stops));
          else done({ ok: code === 0, output });
        });
      }),
    stop: () => {
      stopped = true;
      child?.kill('SIGTERM');
    },
  };
}
