// Runs periodic jobs of a room, none of them twice at the same time. A room whose database no other process shares
// comes to rest: its jobs then run once a minute, or when they have more to do, until something happens in the room.
import { type FSWatcher, statSync, watch } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Duties } from '../settings/duties.ts';

/**
 * Runs a task now, then again after each pause in milliseconds. A failure is reported, and the next run tries again.
 * Returns a function that stops it.
 *
 * A task that returns true has more to do after the usual pause, also at rest; one that returns `More`, later.
 */
export type Every = (
  pauseMs: number,
  task: () => Promise<unknown>,
  onProblem: (error: Error) => void,
) => () => Promise<void>;

/** Milliseconds until a task has more to do. */
export interface NextDue {
  dueInMs: number;
}

export interface Scheduler {
  every: Every;
  /** Reports that something happened in the room, so that all tasks run at their usual pauses for a while. */
  wake: () => void;
}

const awakeMs = 30_000;
const pauseAtRestMs = 60_000;

function pauseAfter(result: unknown, defaultMs: number): number {
  if (result === true) return defaultMs;
  const longestMs = Math.max(defaultMs, pauseAtRestMs);
  const { dueInMs = longestMs } = Object(result) as Partial<NextDue>;
  return Math.min(Math.max(dueInMs, defaultMs), longestMs);
}

/** Creates the schedule. Without `rests`, all tasks keep their usual pauses. */
export function openScheduler({ rests }: { rests: boolean }): Scheduler {
  let activeAt = performance.now();
  const resting = new Set<() => void>();

  const every: Every = (defaultMs, task, onProblem) => {
    let timer: NodeJS.Timeout;
    let hasStopped = false;
    let running: Promise<void>;
    const begin = (): void => void (running = run());
    async function run(): Promise<void> {
      const result: unknown = await task().catch((error: Error) => {
        onProblem(error);
        return true;
      });
      if (hasStopped) return;
      const endedAt = performance.now();
      const isAwake = !rests || endedAt - activeAt < awakeMs;
      const pauseMs = isAwake ? defaultMs : pauseAfter(result, defaultMs);
      const resume = (): void => {
        clearTimeout(timer);
        if (!hasStopped) timer = setTimeout(begin, Math.max(0, endedAt + defaultMs - performance.now()));
      };
      if (pauseMs > defaultMs) resting.add(resume);
      timer = setTimeout(() => {
        resting.delete(resume);
        begin();
      }, pauseMs);
    }
    begin();
    return async () => {
      hasStopped = true;
      clearTimeout(timer);
      await running;
    };
  };
  const wake = (): void => {
    activeAt = performance.now();
    for (const resume of resting) resume();
    resting.clear();
  };
  return { every, wake };
}

/** Repeats a task at its usual pauses, without rest. */
export const every: Every = (...task) => openScheduler({ rests: false }).every(...task);

/** A task that a running room repeats. */
export interface PeriodicJob {
  /** Name for the log if the task fails. */
  name: string;
  /** Usual pause between two runs in milliseconds. */
  everyMs: number;
  /** Machines of a fleet that run it; all of them, if undefined. */
  duty?: keyof Duties | undefined;
  run: () => Promise<unknown>;
}

/** Returns the jobs if the condition holds, otherwise none. */
export const jobsIf = (condition: boolean, jobs: PeriodicJob[]): PeriodicJob[] => (condition ? jobs : []);

/** Runs each job immediately and then repeatedly. Returns a function that stops all of them. */
export function startJobs(
  jobs: PeriodicJob[],
  onProblem: (error: Error, name: string) => void,
  every: Every,
): () => Promise<void> {
  const stops = jobs.map(({ name, everyMs, run }) => every(everyMs, run, (error) => onProblem(error, name)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

export interface ActivityWatch {
  /** Watches folders that are new or were replaced. Called from time to time. */
  look: () => Promise<void>;
  close: () => void;
}

interface WatchedFolder {
  inode: number;
  watcher: FSWatcher;
}

/**
 * Detects that another process, such as a command or an editor, writes into a folder of the room. Folders that do not
 * exist yet are watched once they do; subfolders are not watched.
 */
export function watchActivity(folders: string[], onActivity: (folder: string) => void): ActivityWatch {
  const watched = new Map<string, WatchedFolder>();

  function open(folder: string): void {
    const inode = statSync(folder, { throwIfNoEntry: false })?.ino;
    const current = watched.get(folder);
    if (current?.inode === inode) return;
    current?.watcher.close();
    watched.delete(folder);
    if (inode === undefined) return;
    const watcher = watch(folder, { persistent: false }, () => onActivity(folder));
    watched.set(folder, { inode, watcher });
    watcher.on('error', () => watched.delete(folder));
  }

  return {
    look: async () => folders.forEach(open),
    close: () => watched.values().forEach(({ watcher }) => watcher.close()),
  };
}
