// A list of the API in a release.
import type { DatabaseSync } from 'node:sqlite';
import type { ListName } from '#contract/content-types.ts';

/** Entries as JSON, newest first, with the interface of an array. */
export interface StoredList {
  readonly length: number;
  slice: (from: number, to?: number) => string[];
}

/** Positions count from the oldest entry, so that a new one leaves those of the others alone. */
export function openStoredList(db: DatabaseSync, list: ListName): StoredList {
  const count = db.prepare('select count(*) as length from entry where list = ?');
  const window = db.prepare('select json from entry where list = ? and position < ? order by position desc limit ?');
  window.setReturnArrays(true);
  const { length } = count.get(list) as { length: number };
  return {
    length,
    slice: (from, to = length) =>
      (window.all(list, length - from, Math.max(0, to - from)) as unknown as [string][]).map(([json]) => json),
  };
}
