// The review desk of the sidecar: the real file system, and the lock of the content folder that the commands take too.
import * as fs from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { whileLocked } from './content-lock.ts';
import type { Desk } from './review-desk.ts';

const attemptEveryMs = 20;

export function openDesk(contentDir: string): Desk {
  const buildDir = join(contentDir, '.build');
  mkdirSync(buildDir, { recursive: true });
  const open = () => new DatabaseSync(join(buildDir, 'content.lock'));
  return {
    fs,
    contentDir,
    now: () => new Date(),
    exclusively: (work) => whileLocked(open, () => wait(attemptEveryMs), work),
  };
}
