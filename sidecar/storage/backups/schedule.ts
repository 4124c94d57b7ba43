// Makes a copy when the last one is old enough.
import { findNewestBackup } from './backups.ts';

export interface ScheduleDeps {
  folder: string;
  /** 0: never. */
  everyHours: number;
  /** Makes the copy and says how it went. */
  run: () => Promise<{ ok: boolean; output: string }>;
  /** Milliseconds. */
  now: () => number;
}

const hourMs = 3_600_000;
/** A start has other things to do. */
const quietMs = 5 * 60_000;
/** What fails is not tried again each minute. */
const retryMs = hourMs;

/** Looks whether a copy is due. Rejects when it could not be made. */
export function createBackupSchedule({ folder, everyHours, run, now }: ScheduleDeps): () => Promise<void> {
  let notBefore = now() + quietMs;
  return async () => {
    const waitMs = notBefore - now();
    // A longer one is from before the clock was set back.
    if (everyHours === 0 || (waitMs > 0 && waitMs <= retryMs)) return;
    const newest = await findNewestBackup(folder, now());
    if (newest && now() - newest.at < everyHours * hourMs) return;
    const { ok, output } = await run();
    if (ok) return;
    notBefore = now() + retryMs;
    throw new Error(`npm run backup failed: ${output.trim()}`);
  };
}
