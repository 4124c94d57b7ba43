// What is wrong with the store itself, read from the errors of its drivers, while any other error is a defect.
import { StoreLost } from './file-guard.ts';

/** `lost`: the file of the embedded store is gone or damaged, and stays so until someone restores it. */
export type StoreTrouble = 'full' | 'read_only' | 'away' | 'lost';

/** Primary result codes, https://www.sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const sqlite: Record<number, StoreTrouble> = {
  5: 'away',
  6: 'away',
  8: 'read_only',
  10: 'away',
  13: 'full',
  14: 'away',
};

/** SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html, and what the system says of files and connections. */
const codes: [RegExp, StoreTrouble][] = [
  [/^(53100|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(25006|EACCES|EPERM|EROFS)$/, 'read_only'],
  [/^(08\w{3}|53300|55P03|57014|57P0[1-3])$/, 'away'],
  [/^(ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/, 'away'],
];

/** The client of PostgreSQL gives these no code. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

export function classifyStoreError(error: unknown): StoreTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreLost) return 'lost';
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') return sqlite[errcode! & 0xff];
  const known = codes.find(([pattern]) => code !== undefined && pattern.test(code));
  return known?.[1] ?? (brokenConnection.test(error.message) ? 'away' : undefined);
}
