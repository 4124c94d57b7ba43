// Runs a command of scripts/ and returns the end of its output. The sidecar and the commands share only files.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { roomDir } from '../settings/folders.ts';
import { createInterface } from 'node:readline';
import { scriptPath } from '../settings/root.ts';
import type { Environment } from '../settings/settings.ts';

export const maxOutputCharacters = 8000;
export const commandTimeoutMs = 30 * 60_000;
/** Message for a command that was interrupted or not started. The next start runs it again. */
export const stopMessage = 'the sidecar stops';

export interface CommandOutcome {
  ok: boolean;
  output: string;
}

export interface CommandSettings {
  /** Environment of the process. */
  ownEnv: Environment;
  /** Address of the room, which is part of every build. */
  baseUrl: string;
}

export const commandEnvironment = ({ ownEnv, baseUrl }: CommandSettings): NodeJS.ProcessEnv => ({
  ...ownEnv,
  BASE_URL: baseUrl,
});

export interface CommandRunner {
  /** Runs a command. Rejects if `stop` interrupts it, and from then on. */
  run: (command: 'ingest' | 'backup' | 'feeds', args?: string[]) => Promise<CommandOutcome>;
  /** Runs a command and returns all of its standard output. `onLine` receives the lines of standard error. */
  answer: (command: 'init', args: string[], onLine: (line: string) => void) => Promise<CommandOutcome>;
  /** Ends the command that is running. */
  stop: () => void;
}

const maxAnswerBytes = 32 * 1024 ** 2;

/** Lowers the priority of a command, so that requests and builds come first on few processors. */
export function lowerPriority(child: ChildProcess): ChildProcess {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system does not allow it.
  }
  return child;
}

/** Creates the runner. `onStart` receives each started process. */
export function createCommandRunner(
  settings: CommandSettings,
  onStart: (child: ChildProcess) => unknown = () => {},
): CommandRunner {
  let child: ReturnType<typeof spawn> | undefined;
  let hasStopped = false;

  /** `onLine` receives lines of standard error, which are otherwise part of the output. */
  function perform(args: string[], maxCharacters: number, onLine?: (line: string) => void): Promise<CommandOutcome> {
    return new Promise((done, cutOff) => {
      if (hasStopped) return cutOff(new Error(stopMessage));
      let output = '';
      const keep = (text: string) => (output = (output + text).slice(-maxCharacters));
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
        if (hasStopped) cutOff(new Error(stopMessage));
        else done({ ok: code === 0, output });
      });
    });
  }
  return {
    run: (command, args = []) => perform([command, ...args], maxOutputCharacters),
    answer: (command, args, onLine) => perform([command, ...args], maxAnswerBytes, onLine),
    stop: () => {
      hasStopped = true;
      child?.kill('SIGTERM');
    },
  };
}
