// Makes a copy when the last one is old enough.
import { copiesIn } from './copies.ts';

export interface ScheduleParts {
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
export function backupSchedule({ folder, everyHours, run, now }: ScheduleParts): () => Promise<void> {
  let notBefore = now() + quietMs;
  return async () => {
    if (everyHours === 0 || now() < notBefore) return;
    const newest = (await copiesIn(folder)).at(-1);
    if (newest && now() - newest.at < everyHours * hourMs) return;
    const { ok, output } = await run();
    if (ok) return;
    notBefore = now() + retryMs;
    throw new Error(`npm run backup failed: ${output.trim()}`);
  };
}
