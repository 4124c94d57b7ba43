// One change of a folder at a time, across processes: SQLite's file lock, which the system frees when its holder dies.

/** What the lock needs of node:sqlite's DatabaseSync. */
export interface LockDatabase {
  exec(sql: string): void;
  close(): void;
}

const SQLITE_BUSY = 5;
const mostAttempts = 1000;

/** Does the work while nobody else holds the lock; `pause` waits a little between two attempts. */
export async function whileLocked<T>(
  open: () => LockDatabase,
  pause: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const database = open();
  try {
    for (let attempt = 1; !isTaken(database); attempt++) {
      if (attempt === mostAttempts) throw new Error('Another program keeps the folder locked: end it, then retry.');
      await pause();
    }
    return await work();
  } finally {
    database.close();
  }
}

function isTaken(database: LockDatabase): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
