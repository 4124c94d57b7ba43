// Classifies errors of the database drivers that are caused by the store itself; any other error is a defect.
import { StoreLost } from './file-guard.ts';

/** `lost`: the file of the embedded store is missing or damaged until someone restores it. */
export type StoreTrouble = 'full' | 'read_only' | 'away' | 'lost';

/** Primary result codes, https://www.sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteTroubles: Record<number, StoreTrouble> = {
  5: 'away',
  6: 'away',
  8: 'read_only',
  10: 'away',
  13: 'full',
  14: 'away',
};

/**
 * SQLSTATE codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) and system errors of files and
 * connections.
 */
const codeTroubles: [RegExp, StoreTrouble][] = [
  [/^(53100|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(25006|EACCES|EPERM|EROFS)$/, 'read_only'],
  [/^(08\w{3}|53300|55P03|57014|57P0[1-3])$/, 'away'],
  [/^(ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/, 'away'],
];

/** Messages of PostgreSQL's client that have no code. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

export function classifyStoreError(error: unknown): StoreTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreLost) return 'lost';
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') return sqliteTroubles[errcode! & 0xff];
  const match = codeTroubles.find(([pattern]) => code !== undefined && pattern.test(code));
  return match?.[1] ?? (brokenConnection.test(error.message) ? 'away' : undefined);
}
