// Rules for rows that expire. Each feature exports the rules of its tables.
import { type Batch, type Db, deleteBatch } from './store.ts';
import type { Tables } from './tables.ts';

/** Deletes at most `rows` rows older than `before` and returns their number. */
export type DeleteExpired = (db: Db, before: number, rows: number) => Promise<{ numDeletedRows: bigint }>;

export interface ExpiryRule {
  /** Milliseconds for which a row is kept. */
  retentionMs: number;
  deleteExpired: DeleteExpired;
}

type Rows<T extends keyof Tables> = Parameters<Batch<T>['choose']>[0];

/** Returns the delete of those rows of a table that `choose` selects for a time. */
export const deleteOlderThan =
  <T extends keyof Tables & string>(
    table: T,
    key: Batch<T>['key'],
    choose: (rows: Rows<T>, before: number) => Rows<T>,
  ): DeleteExpired =>
  (db, before, limit) =>
    deleteBatch(db, table, { key, limit, choose: (rows) => choose(rows, before) }).executeTakeFirst();
