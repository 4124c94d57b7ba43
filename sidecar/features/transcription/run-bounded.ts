// Runs a program that reads hostile files: without the environment, bounded in memory and time.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { stepBack } from './step-back.ts';

export interface Bounds {
  timeMs: number;
  /** Address space. */
  kibibytes?: number;
  stop: AbortSignal;
}

export interface Ended {
  code: number | null;
  /** It was killed at its time limit. */
  late: boolean;
  /** The end of what it said about errors. */
  said: string;
}

const keptOutput = 4096;

/** `ulimit` is the shell's: without a shell, time is the bound. */
const bounded = (command: string[], kibibytes: number | undefined): string[] =>
  kibibytes === undefined || process.platform === 'win32'
    ? command
    : ['/bin/sh', '-c', `ulimit -v ${kibibytes}; exec "$@"`, 'sh', ...command];

/** `stdout`: a file descriptor that takes what it writes. */
export function runBounded(command: string[], stdout: number, { timeMs, kibibytes, stop }: Bounds): Promise<Ended> {
  stop.throwIfAborted();
  const [program, ...args] = bounded(command, kibibytes);
  const child = stepBack(spawn(program!, args, { env: {}, stdio: ['ignore', stdout, 'pipe'] }));
  let [said, late] = ['', false];
  child.stderr!.on('data', (text: Buffer) => (said = (said + text).slice(-keptOutput)));
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeMs);
  const cancel = () => void child.kill('SIGKILL');
  stop.addEventListener('abort', cancel, { once: true });
  return new Promise<Ended>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => (stop.aborted ? fail(stop.reason as Error) : done({ code, late, said })));
  }).finally(() => {
    clearTimeout(timer);
    stop.removeEventListener('abort', cancel);
  });
}
