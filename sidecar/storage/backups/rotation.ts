// Which copies are kept: one a day of the last days with copies, one a week of the weeks before.

/** Names of copies are their times in UTC: `20260501T180000Z`. */
export const formatBackupName = (at: Date): string => at.toISOString().replace(/\.\d+|[:-]/g, '');

const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export function parseBackupName(stamp: string): number | undefined {
  const [, year, month, day, hours, minutes, seconds] = pattern.exec(stamp) ?? [];
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

const dayMs = 86_400_000;
const dayOf = (stamp: string): string => stamp.slice(0, 8);
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const weekOf = (stamp: string): number => Math.floor((parseBackupName(stamp)! / dayMs + 3) / 7);

/** The newest copy of each period, for as many periods as are kept. */
function newestOf<T>(newestFirst: string[], periodOf: (stamp: string) => T, kept: number): string[] {
  const byPeriod = new Map<T, string>();
  for (const stamp of newestFirst) if (!byPeriod.has(periodOf(stamp))) byPeriod.set(periodOf(stamp), stamp);
  return [...byPeriod.values()].slice(0, kept);
}

/**
 * What is no copy's name is never among those to delete. Copies from the future, of a clock that was ahead, take no place
 * of others and stay until their time comes: where the clock is behind now, they are the good ones.
 */
export function selectExpiredBackups(names: string[], kept: { daily: number; weekly: number }, now: Date): string[] {
  const { daily, weekly } = kept;
  const newestFirst = names
    .filter((name) => (parseBackupName(name) ?? Infinity) <= now.getTime())
    .sort((one, other) => (one < other ? 1 : -1));
  const days = newestOf(newestFirst, dayOf, daily);
  const oldest = days.at(-1);
  const before = newestFirst.filter((stamp) => oldest !== undefined && weekOf(stamp) < weekOf(oldest));
  const wanted = new Set([...days, ...newestOf(before, weekOf, weekly)]);
  return newestFirst.filter((stamp) => !wanted.has(stamp));
}
