// Runs a command of scripts/ and keeps the end of what it says. The sidecar and the commands meet in files only.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { roomDir } from '../settings/folders.ts';
import { createInterface } from 'node:readline';
import { scriptPath } from '../settings/root.ts';
import type { Environment } from '../settings/settings.ts';

export const maxOutputCharacters = 8000;
export const commandTimeoutMs = 30 * 60_000;
/** Why a command was cut off, or not begun: the next start begins it again. */
export const stopMessage = 'the sidecar stops';

export interface CommandOutcome {
  ok: boolean;
  output: string;
}

export interface CommandSettings {
  /** Environment of the process. */
  ownEnv: Environment;
  /** Part of what is built, so that it is handed on. */
  baseUrl: string;
}

export const commandEnvironment = ({ ownEnv, baseUrl }: CommandSettings): NodeJS.ProcessEnv => ({
  ...ownEnv,
  BASE_URL: baseUrl,
});

export interface CommandRunner {
  /** Rejects when it was cut off by `stop`, and from then on. */
  run: (command: 'ingest' | 'backup' | 'feeds', args?: string[]) => Promise<CommandOutcome>;
  /** The whole of what the command answers; what it says meanwhile, line by line. */
  answer: (command: 'init', args: string[], onLine: (line: string) => void) => Promise<CommandOutcome>;
  /** Ends the command that is running. */
  stop: () => void;
}

const mostAnswered = 32 * 1024 ** 2;

/** Lets answers and builds come first where processors are few. */
export function lowerPriority(child: ChildProcess): ChildProcess {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system does not allow it.
  }
  return child;
}

/** `onStart` gets each process that was started. */
export function createCommandRunner(
  settings: CommandSettings,
  onStart: (child: ChildProcess) => unknown = () => {},
): CommandRunner {
  let child: ReturnType<typeof spawn> | undefined;
  let stopped = false;

  /** `onLine` gets what is said on standard error, which else is part of the output. */
  function perform(args: string[], most: number, onLine?: (line: string) => void): Promise<CommandOutcome> {
    return new Promise((done, cutOff) => {
      if (stopped) return cutOff(new Error(stopMessage));
      let output = '';
      const keep = (text: string) => (output = (output + text).slice(-most));
      const options = { cwd: roomDir, env: commandEnvironment(settings), timeout: commandTimeoutMs };
      child = spawn(process.execPath, [scriptPath('scripts/main.ts'), ...args], {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onStart(child);
      child.stdout!.setEncoding('utf8').on('data', keep);
      if (onLine) createInterface({ input: child.stderr! }).on('line', onLine);
      else child.stderr!.setEncoding('utf8').on('data', keep);
      child.on('error', (error) => done({ ok: false, output: `${output}${error.message}` }));
      child.on('close', (code) => {
        if (stopped) cutOff(new Error(stopMessage));
        else done({ ok: code === 0, output });
      });
    });
  }
  return {
    run: (command, args = []) => perform([command, ...args], maxOutputCharacters),
    answer: (command, args, onLine) => perform([command, ...args], mostAnswered, onLine),
    stop: () => {
      stopped = true;
      child?.kill('SIGTERM');
    },
  };
}
