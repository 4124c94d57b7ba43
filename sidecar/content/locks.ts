// One change of the content folder at a time, and one build of the releases, across processes.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from '../storage/file-lock.ts';
import { findWriteProblem } from '../storage/write-errors.ts';

const mostAttempts = 1000;

function open(file: string): DatabaseSync {
  // SQLite opens a file that it may only read, too.
  const refused = findWriteProblem(file);
  if (refused) throw refused;
  mkdirSync(dirname(file), { recursive: true });
  return new DatabaseSync(file);
}

/** Does the work while nobody else holds the lock in `file`; `pause` waits a little between two attempts. */
async function whileLocked<T>(file: string, pause: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const database = open(file);
  try {
    for (let attempt = 1; !tryLock(database); attempt++) {
      if (attempt === mostAttempts) throw new Error('Another program keeps the folder locked: end it, then retry.');
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
  return (work) => whileLocked(file, () => wait(attemptEveryMs), work);
}

function distLock(distDir: string, name: string): RunExclusively {
  mkdirSync(distDir, { recursive: true });
  let pauseMs = attemptEveryMs;
  return (work) =>
    whileLocked(join(distDir, name), () => wait((pauseMs = Math.min(2 * pauseMs, buildAttemptMs))), work);
}

/** A killed sidecar leaves its build running; the next build waits for it, which may take minutes. */
export const buildLock = (distDir: string): RunExclusively => distLock(distDir, 'build.lock');

export const publishLock = (distDir: string): RunExclusively => distLock(distDir, 'publish.lock');

/** Between two of one's own turns: time enough for somebody who waits for the lock to get it. */
export const yieldLock = (): Promise<void> => wait(2 * attemptEveryMs);
