// The review desk on this machine: the real file system, clock and lock.
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { whileLocked } from '#domain/content-lock.ts';
import type { Desk } from '#domain/review-desk.ts';

const attemptEveryMs = 20;

export async function openDesk(contentDir: string): Promise<Desk> {
  const buildDir = join(contentDir, '.build');
  await fs.mkdir(buildDir, { recursive: true });
  const open = () => new DatabaseSync(join(buildDir, 'content.lock'));
  return {
    fs,
    contentDir,
    now: () => new Date(),
    exclusively: (work) => whileLocked(open, () => wait(attemptEveryMs), work),
  };
}
