// The locks as the commands hold them: one change of the content folder at a time, and one build of the releases.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { whileLocked } from '../sidecar/content/content-lock.ts';

export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

const attemptEveryMs = 20;
const buildAttemptMs = 2000;

export function contentLock(contentDir: string): Exclusively {
  const buildDir = join(contentDir, '.build');
  mkdirSync(buildDir, { recursive: true });
  const open = () => new DatabaseSync(join(buildDir, 'content.lock'));
  return (work) => whileLocked(open, () => wait(attemptEveryMs), work);
}

/** A sidecar that was killed leaves its build running; whoever builds next waits for it, though it may take minutes. */
export function buildLock(distDir: string): Exclusively {
  mkdirSync(distDir, { recursive: true });
  const open = () => new DatabaseSync(join(distDir, 'build.lock'));
  let pauseMs = attemptEveryMs;
  return (work) => whileLocked(open, () => wait((pauseMs = Math.min(2 * pauseMs, buildAttemptMs))), work);
}

/** Between two of one's own turns: time enough for somebody who waits for the lock to get it. */
export const giveWay = (): Promise<void> => wait(2 * attemptEveryMs);
