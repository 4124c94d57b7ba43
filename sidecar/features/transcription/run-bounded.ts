// Runs a program on hostile files, without the environment and with limits on memory and time.
import process from 'node:process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../../jobs/run-command.ts';
import { cacheDir } from '../../settings/folders.ts';
import { root } from '../../settings/root.ts';

const heapMib = 1024;

export function runSandboxed(
  entry: URL,
  from: string,
  args: string[],
  out: number,
  limits: ProcessLimits,
): Promise<ProcessResult> {
  const readable = [`${root}/*`, `${cacheDir}/*`, from];
  const permissions = ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
  const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'];
  const command = [process.execPath, ...permissions, ...quiet, `--max-old-space-size=${heapMib}`, fileURLToPath(entry)];
  return runBounded([...command, from, ...args], out, limits);
}

export interface ProcessLimits {
  timeMs: number;
  /** Limit of the address space. */
  kibibytes?: number;
  stop: AbortSignal;
}

export interface ProcessResult {
  code: number | null;
  /** True if the process was killed at its time limit. */
  isTimeout: boolean;
  /** Last characters of standard error. */
  stderr: string;
}

const longestOutput = 4096;

/** Limits memory with the shell's `ulimit`; on Windows only time is limited. */
const limitMemory = (command: string[], kibibytes: number | undefined): string[] =>
  kibibytes === undefined || process.platform === 'win32'
    ? command
    : ['/bin/sh', '-c', `ulimit -v ${kibibytes}; exec "$@"`, 'sh', ...command];

/** Runs a command with its standard output in the file descriptor `stdout`. Rejects with the reason of `stop`. */
export function runBounded(
  command: string[],
  stdout: number,
  { timeMs, kibibytes, stop }: ProcessLimits,
): Promise<ProcessResult> {
  stop.throwIfAborted();
  const [program, ...args] = limitMemory(command, kibibytes);
  const child = lowerPriority(spawn(program!, args, { env: {}, stdio: ['ignore', stdout, 'pipe'] }));
  let stderr = '';
  let isTimeout = false;
  child.stderr!.on('data', (text: Buffer) => (stderr = (stderr + text).slice(-longestOutput)));
  const timer = setTimeout(() => {
    isTimeout = true;
    child.kill('SIGKILL');
  }, timeMs);
  const cancel = () => void child.kill('SIGKILL');
  stop.addEventListener('abort', cancel, { once: true });
  return new Promise<ProcessResult>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => (stop.aborted ? fail(stop.reason as Error) : done({ code, isTimeout, stderr })));
  }).finally(() => {
    clearTimeout(timer);
    stop.removeEventListener('abort', cancel);
  });
}
