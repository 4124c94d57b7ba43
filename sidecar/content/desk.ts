// Opens the review desk on this machine, with the real file system, clock and lock.
import * as fs from 'node:fs/promises';
import type { ReviewDesk } from './review-desk.ts';
import { contentLock } from './locks.ts';

export const openDesk = (contentDir: string): ReviewDesk => ({
  fs,
  contentDir,
  now: () => new Date(),
  exclusively: contentLock(contentDir),
});
