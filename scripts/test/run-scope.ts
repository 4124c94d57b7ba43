// Temporary folder and processes of one test run. Neither outlives the run.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { type Io, printError } from '../io.ts';
import { readProcess, listProcessTree } from '../process-tree.ts';

const graceMs = 3000;
const pollMs = 50;

/** One that has ended, though nobody has taken note yet, has no arguments any more. */
const running = (pids: number[]): number[] => pids.filter((pid) => readProcess(pid, 'cmdline') !== '');

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of running(pids)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended meanwhile.
    }
  }
}

/** Ends processes, also those that heed no SIGTERM. */
async function endAll(pids: number[]): Promise<void> {
  send(pids, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (running(pids).length > 0 && Date.now() < deadline) await sleep(pollMs);
  send(pids, 'SIGKILL');
  while (running(pids).length > 0) await sleep(pollMs);
}

const memoryFolder = '/dev/shm';
/** Twice what a whole run keeps there at a time, and more. */
const memoryNeeded = 6 * 1024 ** 3;

/** Half a million files come and go in a run, which a file system in memory makes at a tenth of the cost. */
function fitsIntoMemory(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memoryFolder);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return Boolean(mount && !mount.includes('noexec')) && Math.min(bavail * bsize, freemem()) > memoryNeeded;
  } catch {
    return false;
  }
}

/** A run within a run stays in the folder of the outer one, which TMPDIR names. */
const placeOfRun = (env: Environment): string => env.TMPDIR || (fitsIntoMemory() ? memoryFolder : tmpdir());

export interface RunScope {
  folder: string;
  /** Aborted when the run ends before its time. */
  signal: AbortSignal;
  /** Surroundings of the tests, whose temporary files are made in the folder. */
  io: Io;
}

/**
 * Runs `work`; ends all of it when it is done, interrupted, or has taken longer than `limitMs`. Gives the exit code.
 */
export async function runInScope(io: Io, limitMs: number, work: (scope: RunScope) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(placeOfRun(io.env), 'greenroom-test-'));
  // PostgreSQL, as its own user, has a folder inside.
  chmodSync(folder, 0o711);
  const aborter = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<number>();
  const descendants = () => listProcessTree(process.pid).slice(1);
  let pids: number[] = [];
  const stop = (code: number) => {
    // Once a test process has ended, nobody knows any more what it had started.
    pids = descendants();
    aborter.abort();
    resolve(code);
  };
  const timer = setTimeout(() => {
    printError(io, `Ended: the run took longer than ${limitMs / 60_000} minutes.`);
    stop(1);
  }, limitMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(128 + constants.signals[signal]));
  try {
    const scope = { folder, signal: aborter.signal, io: { ...io, env: { ...io.env, TMPDIR: folder } } };
    return await Promise.race([work(scope), stopped]);
  } finally {
    clearTimeout(timer);
    await endAll([...pids, ...descendants()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
