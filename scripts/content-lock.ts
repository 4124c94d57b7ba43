// The lock of the content folder, as the commands hold it: whoever changes item files keeps all others out meanwhile.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { whileLocked } from '#domain/content-lock.ts';

export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

const attemptEveryMs = 20;

export function contentLock(contentDir: string): Exclusively {
  const buildDir = join(contentDir, '.build');
  mkdirSync(buildDir, { recursive: true });
  const open = () => new DatabaseSync(join(buildDir, 'content.lock'));
  return (work) => whileLocked(open, () => wait(attemptEveryMs), work);
}

/** Between two of one's own turns: time enough for somebody who waits for the lock to get it. */
export const giveWay = (): Promise<void> => wait(2 * attemptEveryMs);
