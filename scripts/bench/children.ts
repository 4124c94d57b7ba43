// Child processes of the benchmark: run to the end with their time and CPU, or kept running until they are stopped.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { treeOf } from '../process-tree.ts';

export type Env = Record<string, string>;

/** User and system time of all children that have ended, in seconds (proc(5): cutime and cstime, in ticks of 10 ms). */
function childCpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

export interface Spent {
  seconds: number;
  cpuSeconds: number;
  /** Peak resident memory of the largest of its processes. */
  peakMiB?: number;
}

const peakPollMs = 200;

/** A command started by npm sets those of malloc itself; what this process was given must not override them. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')));

/** Throws with what the command wrote when it fails. */
export async function timed(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Env } = {},
): Promise<Spent & { output: string }> {
  const started = performance.now();
  const cpu = childCpuSeconds();
  const { code, output, peakMiB } = await outputOf(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: childCpuSeconds() - cpu, peakMiB, output };
}

/** Resident memory of the process tree in bytes, or undefined after it has exited. */
function livePeaks(pid: number): number[] {
  try {
    return treeOf(pid).flatMap((one) => peakMiBOf(one) || []);
  } catch {
    return [];
  }
}

export function outputOf(command: string, args: string[], { cwd, env }: { cwd?: string; env?: Env } = {}) {
  const child = spawn(command, args, { cwd, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let peakMiB = 0;
  const look = () => (peakMiB = Math.max(peakMiB, ...livePeaks(child.pid!)));
  const looking = setInterval(look, peakPollMs);
  return new Promise<{ code: number | null; output: string; peakMiB: number }>((done, fail) => {
    const end = (code: number | null) => done({ code, output, peakMiB });
    child
      .on('error', fail)
      .on('exit', () => clearInterval(looking))
      .on('close', end);
  });
}

export interface Running {
  pid: number;
  /** From the start to the first line that it wrote. */
  readyMs: number;
  stop: () => Promise<void>;
}

/** Starts a server that writes a line once it listens. */
export async function start(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Env } = {},
): Promise<Running> {
  const started = performance.now();
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
  return { pid: child.pid!, readyMs: performance.now() - started, stop };
}

/**
 * User and system time in seconds of a running process and of its children that have ended (proc(5): utime to
 * cstime).
 */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** Bytes that a running process has written to disk (proc(5): write_bytes). */
export const bytesWrittenOf = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** Resident memory of a running process in bytes; NaN after it has exited (proc(5): status). */
function statusMiB(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

export const residentMiB = (pid: number): number => statusMiB(pid, 'VmRSS');
/** Peak resident memory. */
export const peakMiBOf = (pid: number): number => statusMiB(pid, 'VmHWM');
