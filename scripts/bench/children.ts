// Runs child processes of the benchmark, and measures their time, CPU and memory.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { listProcessTree } from '../process-tree.ts';

export type Env = Record<string, string>;

/** User and system time of all children that have ended, in seconds (proc(5): cutime and cstime, in ticks of 10 ms). */
function childCpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

export interface RunCost {
  seconds: number;
  cpuSeconds: number;
  /** Peak resident memory of the largest of the processes. */
  peakMiB?: number;
}

const peakPollMs = 200;

/** Environment without malloc settings, because npm commands set their own. */
const parentEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')));

/** Runs a command to its end. Throws an Error with its output if it fails. */
export async function runTimed(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Env } = {},
): Promise<RunCost & { output: string }> {
  const startedAt = performance.now();
  const cpu = childCpuSeconds();
  const { code, output, peakMiB } = await runToEnd(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: childCpuSeconds() - cpu, peakMiB, output };
}

/** Returns the peak memory of each process of the tree in MiB; none after it has exited. */
function livePeaks(pid: number): number[] {
  try {
    return listProcessTree(pid).flatMap((one) => readPeakMiB(one) || []);
  } catch {
    return [];
  }
}

export function runToEnd(command: string, args: string[], { cwd, env }: { cwd?: string; env?: Env } = {}) {
  const child = spawn(command, args, { cwd, env: { ...parentEnv, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let peakMiB = 0;
  const samplePeak = () => (peakMiB = Math.max(peakMiB, ...livePeaks(child.pid!)));
  const timer = setInterval(samplePeak, peakPollMs);
  return new Promise<{ code: number | null; output: string; peakMiB: number }>((done, fail) => {
    const end = (code: number | null) => done({ code, output, peakMiB });
    child
      .on('error', fail)
      .on('exit', () => clearInterval(timer))
      .on('close', end);
  });
}

export interface RunningServer {
  pid: number;
  /** Milliseconds from the start to the first line of output. */
  readyMs: number;
  stop: () => Promise<void>;
}

/** Starts a server that writes a line once it listens. */
export async function start(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Env } = {},
): Promise<RunningServer> {
  const startedAt = performance.now();
  const env = { ...process.env, ...options.env };
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await Promise.race([
    new Promise((ready) => child.stdout.once('data', ready)),
    ended.then(() => Promise.reject(new Error(`${command} ended before it listened`))),
  ]);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid!, readyMs: performance.now() - startedAt, stop };
}

/**
 * User and system time in seconds of a running process and of its children that have ended (proc(5): utime to
 * cstime).
 */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** Bytes that a running process has written to disk (proc(5): write_bytes). */
export const readBytesWritten = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** Reads a memory figure of a running process in MiB; NaN after it has exited (proc(5): status). */
function statusMiB(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

export const residentMiB = (pid: number): number => statusMiB(pid, 'VmRSS');
export const readPeakMiB = (pid: number): number => statusMiB(pid, 'VmHWM');
