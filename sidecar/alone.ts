// The embedded store has one sidecar: a second one would free what the first one holds, and send it again.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { configurationError } from './ops/exit-codes.ts';
import { graceMs } from './ops/stop.ts';
import type { Settings } from './settings/settings.ts';

const SQLITE_BUSY = 5;
const attemptEveryMs = 200;

/** SQLite's file lock, which the system frees when its holder dies; false while another process has it. */
function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/** Gives what lets go again; undefined where another process keeps the folder for longer than `waitMs`. */
export async function holdAlone(dataDir: string, waitMs: number, onWait = () => {}): Promise<(() => void) | undefined> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'sidecar.lock'));
  const end = performance.now() + waitMs;
  let isTaken = take(lock);
  if (!isTaken) onWait();
  while (!isTaken && performance.now() < end) {
    await sleep(attemptEveryMs);
    isTaken = take(lock);
  }
  if (isTaken) return () => lock.close();
  lock.close();
  return undefined;
}

/** Held until the process ends. */
let letGo: (() => void) | undefined;

/** One that is about to end is waited for. A folder that cannot be written is what the store itself tells of. */
export async function aloneOrEnd({ dataDir, drainSeconds }: Pick<Settings, 'dataDir' | 'drainSeconds'>): Promise<void> {
  const waitMs = drainSeconds * 1000 + 1.5 * graceMs;
  const onWait = () => console.error(`Waiting for the sidecar that works on ${dataDir} to end.`);
  try {
    letGo = await holdAlone(dataDir, waitMs, onWait);
  } catch {
    return;
  }
  if (letGo) return;
  console.error(
    `Another sidecar works on ${dataDir}. End it first, or name another folder in DATA_DIR; several need a PostgreSQL (DATABASE_URL).`,
  );
  process.exit(configurationError);
}
