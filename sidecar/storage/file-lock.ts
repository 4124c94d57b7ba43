// SQLite's file lock across processes. It lasts until the database is closed, and the system frees it when its holder
// dies.
import type { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Tries to take the lock; returns false while another process holds it. */
export function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
