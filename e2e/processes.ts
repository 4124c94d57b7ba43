// Starts a room by npm, as its users do, and finds the processes that belong to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

export interface NpmRun {
  npm: ChildProcess;
  printed: () => string;
  /** Gives the exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  /** The process of the room with these arguments. */
  pidOf: (pattern: RegExp) => number | undefined;
  /** Processes that are still running. */
  running: () => number[];
  /** Ends whatever is left. */
  clean: () => void;
}

interface Process {
  pid: number;
  args: string;
}

/** The environment of a process, which its children inherit, marks what belongs to one run. */
function marked(mark: string): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) return [];
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      // One that has ended and was not waited for yet has no arguments.
      return args ? [{ pid: Number(pid), args }] : [];
    } catch {
      return [];
    }
  });
}

/** The process may have ended since it was found. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

let runs = 0;

/** Starts a command in a process group of its own, as a terminal does. */
export function npmRun(command: string, env: NodeJS.ProcessEnv): NpmRun {
  const mark = `GREENROOM_TEST_NPM=${process.pid}-${runs++}`;
  const [name, value] = mark.split('=') as [string, string];
  const npm = spawn('npm', ['run', command], {
    cwd: root,
    env: { ...env, [name]: value },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const output of [npm.stdout, npm.stderr]) output.on('data', (text: Buffer) => (printed += text));
  const running = () => marked(`${mark}\0`);
  return {
    npm,
    printed: () => printed,
    ended: new Promise((done) => npm.once('exit', done)),
    pidOf: (pattern) => running().find(({ args }) => pattern.test(args))?.pid,
    running: () => running().map(({ pid }) => pid),
    clean: () => running().forEach(({ pid }) => killIfThere(pid)),
  };
}
