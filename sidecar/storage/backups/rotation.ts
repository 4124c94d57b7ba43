// Selects backups to keep: one a day of the last days with backups, and one a week of the weeks before.

/** Returns the name of a backup, its time in UTC: `20260501T180000Z`. */
export const formatBackupName = (at: Date): string => at.toISOString().replace(/\.\d+|[:-]/g, '');

const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export function parseBackupName(stamp: string): number | undefined {
  const [, year, month, day, hours, minutes, seconds] = pattern.exec(stamp) ?? [];
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

const dayMs = 86_400_000;
const readDay = (stamp: string): string => stamp.slice(0, 8);
/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const readWeek = (stamp: string): number => Math.floor((parseBackupName(stamp)! / dayMs + 3) / 7);

/** Returns the newest backup of each of the last `count` periods. */
function selectNewest<T>(newestFirst: string[], periodOf: (stamp: string) => T, count: number): string[] {
  const byPeriod = new Map<T, string>();
  for (const stamp of newestFirst) if (!byPeriod.has(periodOf(stamp))) byPeriod.set(periodOf(stamp), stamp);
  return [...byPeriod.values()].slice(0, count);
}

/**
 * Returns the names of backups to delete. Other files are never included. Backups dated in the future, written by a
 * clock that was ahead, are kept and do not count: if the clock is behind now, they are the valid ones.
 */
export function selectExpiredBackups(
  names: string[],
  { daily, weekly }: { daily: number; weekly: number },
  now: Date,
): string[] {
  const newestFirst = names
    .filter((name) => (parseBackupName(name) ?? Infinity) <= now.getTime())
    .sort((one, other) => (one < other ? 1 : -1));
  const days = selectNewest(newestFirst, readDay, daily);
  const oldest = days.at(-1);
  const before = newestFirst.filter((stamp) => oldest !== undefined && readWeek(stamp) < readWeek(oldest));
  const retained = new Set([...days, ...selectNewest(before, readWeek, weekly)]);
  return newestFirst.filter((stamp) => !retained.has(stamp));
}
