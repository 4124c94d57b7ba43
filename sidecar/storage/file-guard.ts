// Detects that the file of the embedded store was deleted, replaced or damaged while it is in use.
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** Thrown for every access after the store was lost, because later writes would be lost, until a backup is restored. */
export class StoreLost extends Error {
  constructor(file: string, what: string, options?: ErrorOptions) {
    super(
      `The store ${file} ${what}. Stop the room, put a copy back with \`npm run restore -- FOLDER\`, and start the room again.`,
      options,
    );
  }
}

/** Primary result codes, https://www.sqlite.org/rescode.html: CORRUPT, NOTADB. */
const damageCodes = [11, 26];

/** Returns a StoreLost error if SQLite reports a damaged file, otherwise the error itself. */
export function asStoreLost(file: string, error: unknown): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  if (code !== 'ERR_SQLITE_ERROR' || !damageCodes.includes(errcode! & 0xff)) return error;
  return new StoreLost(file, `is damaged (${message})`, { cause: error });
}

/** https://www.sqlite.org/fileformat.html#the_database_header */
const header = 'SQLite format 3\0';

const isOtherFile = (now: Stats | undefined, before: Stats): boolean =>
  now?.ino !== before.ino || now.dev !== before.dev;

/**
 * Must be called while the database is open, so that its write-ahead log exists. `check` throws StoreLost if the file
 * was replaced or damaged; `close` must be called after the database is closed.
 */
export function guardFile(file: string) {
  const log = `${file}-wal`;
  const openedFile = statSync(file);
  const openedLog = statSync(log);
  let { size } = openedFile;
  // This descriptor stays open: closing it would drop the locks that SQLite holds
  // (https://www.sqlite.org/howtocorrupt.html, 2.2).
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(header.length);
  return {
    check: () => {
      const now = statSync(file, { throwIfNoEntry: false });
      if (isOtherFile(now, openedFile) || isOtherFile(statSync(log, { throwIfNoEntry: false }), openedLog))
        throw new StoreLost(file, 'was deleted or replaced while it was in use');
      readSync(descriptor, start, 0, start.length, 0);
      // The file never shrinks, because nothing vacuums it.
      if (now!.size < size || start.toString('latin1') !== header)
        throw new StoreLost(file, 'was overwritten while it was in use');
      size = now!.size;
    },
    close: () => closeSync(descriptor),
  };
}
