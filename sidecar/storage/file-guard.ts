// Notices that the file of the embedded store was deleted, replaced or damaged while it is in use.
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** What was accepted from now on would be lost: nothing is, until a copy is put back. */
export class StoreLost extends Error {
  constructor(file: string, what: string, options?: ErrorOptions) {
    super(
      `The store ${file} ${what}. Stop the room, put a copy back with \`npm run restore -- FILE\`, and start the room again.`,
      options,
    );
  }
}

/** Primary result codes, https://www.sqlite.org/rescode.html: CORRUPT, NOTADB. */
const damaged = [11, 26];

/** The error as what it means, where SQLite says that the file is damaged. */
export function asStoreLost(file: string, error: unknown): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  if (code !== 'ERR_SQLITE_ERROR' || !damaged.includes(errcode! & 0xff)) return error;
  return new StoreLost(file, `is damaged (${message})`, { cause: error });
}

/** https://www.sqlite.org/fileformat.html#the_database_header */
const header = 'SQLite format 3\0';

const isOther = (now: Stats | undefined, opened: Stats): boolean => now?.ino !== opened.ino || now.dev !== opened.dev;

export interface FileGuard {
  /** Throws StoreLost. */
  check: () => void;
  /** To be called once the database is closed. */
  close: () => void;
}

/** To be called while the database is open, so that the log beside it is there. */
export function guardFile(file: string): FileGuard {
  const log = `${file}-wal`;
  const [opened, openedLog] = [statSync(file), statSync(log)];
  let { size } = opened;
  // Stays open: to close it would drop the locks that SQLite holds (https://www.sqlite.org/howtocorrupt.html, 2.2).
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(header.length);
  return {
    check: () => {
      const now = statSync(file, { throwIfNoEntry: false });
      if (isOther(now, opened) || isOther(statSync(log, { throwIfNoEntry: false }), openedLog))
        throw new StoreLost(file, 'was deleted or replaced while it was in use');
      readSync(descriptor, start, 0, start.length, 0);
      // It never shrinks: nothing here gives pages back.
      if (now!.size < size || start.toString('latin1') !== header)
        throw new StoreLost(file, 'was overwritten while it was in use');
      size = now!.size;
    },
    close: () => closeSync(descriptor),
  };
}
