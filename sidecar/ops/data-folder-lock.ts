// Ensures that an embedded database has only one sidecar. A second one would release the claims of the first one and
// send its deliveries again.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from '../storage/file-lock.ts';
import { StartError } from '../settings/exit-codes.ts';
import { graceMs } from './stop.ts';
import type { Settings } from '../settings/settings.ts';

const attemptEveryMs = 200;

/**
 * Locks the folder and returns a function that unlocks it; undefined if another process holds the lock for longer than
 * `waitMs`.
 */
export async function lockFolder(
  dataDir: string,
  waitMs: number,
  onWait = () => {},
): Promise<(() => void) | undefined> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'sidecar.lock'));
  const end = performance.now() + waitMs;
  let isTaken = tryLock(lock);
  if (!isTaken) onWait();
  while (!isTaken && performance.now() < end) {
    await sleep(attemptEveryMs);
    isTaken = tryLock(lock);
  }
  if (isTaken) return () => lock.close();
  lock.close();
  return undefined;
}

/**
 * Locks the data folder, waiting for a sidecar that is about to end, and returns a function that unlocks it. Throws a
 * StartError if another sidecar keeps the lock. If the folder cannot be written, opening the database reports it.
 */
export async function holdDataFolder(
  { dataDir, drainSeconds }: Pick<Settings, 'dataDir' | 'drainSeconds'>,
  warn: (line: string) => void,
): Promise<() => void> {
  const waitMs = drainSeconds * 1000 + 1.5 * graceMs;
  const onWait = () => warn(`Waiting for the sidecar that works on ${dataDir} to end.`);
  let release: (() => void) | undefined;
  try {
    release = await lockFolder(dataDir, waitMs, onWait);
  } catch {
    return () => {};
  }
  if (release) return release;
  throw new StartError(
    `Another sidecar works on ${dataDir}. End it first, or name another folder in DATA_DIR; several need a PostgreSQL (DATABASE_URL).`,
  );
}
