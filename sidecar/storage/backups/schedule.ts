// Creates a backup when the last one is old enough.
import { findNewestBackup } from './backups.ts';

export interface ScheduleDeps {
  folder: string;
  /** Hours between backups; 0 disables them. */
  everyHours: number;
  /** Creates the backup and reports the outcome. */
  run: () => Promise<{ ok: boolean; output: string }>;
  /** Milliseconds. */
  now: () => number;
}

const hourMs = 3_600_000;
/** Time after a start without backups, since a start has more urgent work. */
const startDelayMs = 5 * 60_000;
/** Pause after a failed backup. */
const retryMs = hourMs;

/** Returns a function that creates a backup if one is due. It rejects if the backup fails. */
export function createBackupSchedule({ folder, everyHours, run, now }: ScheduleDeps): () => Promise<void> {
  let notBefore = now() + startDelayMs;
  return async () => {
    const waitMs = notBefore - now();
    // A longer wait means that the clock was set back.
    if (everyHours === 0 || (waitMs > 0 && waitMs <= retryMs)) return;
    const newest = await findNewestBackup(folder, now());
    if (newest && now() - newest.at < everyHours * hourMs) return;
    const { ok, output } = await run();
    if (ok) return;
    notBefore = now() + retryMs;
    throw new Error(`npm run backup failed: ${output.trim()}`);
  };
}
