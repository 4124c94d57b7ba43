// Locks across processes: one change of the content folder at a time, and one build.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from '../storage/file-lock.ts';
import { findWriteProblem } from '../storage/write-errors.ts';

const maxAttempts = 1000;

function openLock(file: string): DatabaseSync {
  // SQLite would open a file that it may only read.
  const problem = findWriteProblem(file);
  if (problem) throw problem;
  mkdirSync(dirname(file), { recursive: true });
  return new DatabaseSync(file);
}

/** Does the work while nobody else holds the lock in `file`; `pause` waits between two attempts. */
async function runLocked<T>(file: string, pause: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const database = openLock(file);
  try {
    for (let attempt = 1; !tryLock(database); attempt++) {
      if (attempt === maxAttempts) throw new Error('Another program has locked the folder. End it and try again.');
      await pause();
    }
    return await work();
  } finally {
    database.close();
  }
}

export type RunExclusively = <T>(work: () => Promise<T>) => Promise<T>;

const attemptEveryMs = 20;
const buildAttemptMs = 2000;

export function contentLock(contentDir: string): RunExclusively {
  const file = join(contentDir, '.build', 'content.lock');
  return (work) => runLocked(file, () => wait(attemptEveryMs), work);
}

function distLock(distDir: string, name: string): RunExclusively {
  mkdirSync(distDir, { recursive: true });
  let pauseMs = attemptEveryMs;
  return (work) => runLocked(join(distDir, name), () => wait((pauseMs = Math.min(2 * pauseMs, buildAttemptMs))), work);
}

/** Locks builds. A killed sidecar leaves its build running; the next build waits for it, which may take minutes. */
export const buildLock = (distDir: string): RunExclusively => distLock(distDir, 'build.lock');

export const publishLock = (distDir: string): RunExclusively => distLock(distDir, 'publish.lock');

/** Waits between two turns long enough for another process to get the lock. */
export const yieldLock = (): Promise<void> => wait(2 * attemptEveryMs);
