// What belongs to one run of the tests: its temporary folder and its processes. Neither outlives the run.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Inherited by each process of the run, so that also those are found which left its process group. */
const markName = 'GREENROOM_TEST_RUN';
const graceMs = 3000;
const pollMs = 50;

const isOfRun = (pid: string, mark: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    // Ended meanwhile, or another user's.
    return false;
  }
};

/** Only Linux tells the environment of a process; elsewhere a process ends with its parent or its terminal. */
function processesOf(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => isOfRun(pid, mark)).map(Number);
}

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended meanwhile.
    }
  }
}

async function endAll(mark: string): Promise<void> {
  send(processesOf(mark), 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (processesOf(mark).length > 0 && Date.now() < deadline) await sleep(pollMs);
  for (let left = processesOf(mark); left.length > 0; left = processesOf(mark)) {
    send(left, 'SIGKILL');
    await sleep(pollMs);
  }
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
const placeOfRun = (): string => (!process.env.TMPDIR && fitsIntoMemory() ? memoryFolder : tmpdir());

export interface RunScope {
  folder: string;
  /** Aborted when the run ends before its time. */
  signal: AbortSignal;
}

/** Runs `work`; ends all of it when it is done, interrupted, or has taken longer than `limitMs`. Gives the exit code. */
export async function inRunScope(limitMs: number, work: (scope: RunScope) => Promise<number>): Promise<number> {
  const mark = randomUUID();
  // A run within a run carries the marks of both.
  process.env[markName] = [process.env[markName], mark].filter(Boolean).join(',');
  const folder = mkdtempSync(join(placeOfRun(), 'greenroom-test-'));
  // PostgreSQL, as its own user, has a folder inside.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.TEST_ROOMS = join(folder, 'rooms');
  const aborter = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<number>();
  const stop = (code: number) => {
    aborter.abort();
    resolve(code);
  };
  const timer = setTimeout(() => {
    console.error(`Ended: the run took longer than ${limitMs / 60_000} minutes.`);
    stop(1);
  }, limitMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(128 + constants.signals[signal]));
  try {
    return await Promise.race([work({ folder, signal: aborter.signal }), stopped]);
  } finally {
    clearTimeout(timer);
    await endAll(mark);
    rmSync(folder, { recursive: true, force: true });
  }
}
