// Explains that a folder is not writable. System errors do not: Node's mkdir reports ENOENT on a read-only disk, and
// SQLite names no file.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

type SystemError = NodeJS.ErrnoException;

/** Returns the path itself or the nearest existing folder above it. */
export const nearestExistingPath = (path: string): string =>
  existsSync(path) ? path : nearestExistingPath(dirname(path));

const wrongOwner = 'it belongs to another user; run the command as its owner';
const reasons: Record<string, string> = {
  EROFS: 'its disk is read-only',
  EACCES: wrongOwner,
  EPERM: wrongOwner,
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its owner is used up',
};

/** Names the folder, the reason and the system's error code. */
export class NotWritableError extends Error {
  code: string;

  constructor(path: string, { code = '', message }: SystemError) {
    super(`${path} cannot be written: ${reasons[code] ?? message} (${code}).`);
    this.code = code;
  }
}

function findAccessError(path: string, mode: number): SystemError | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return error as SystemError;
  }
}

/** Returns undefined if the path is writable or can be created. */
export function findWriteProblem(path: string): NotWritableError | undefined {
  const existing = nearestExistingPath(path);
  const problem = findAccessError(existing, constants.W_OK);
  return problem && new NotWritableError(existing, problem);
}

/** Explains an error that is caused by a path that is not writable; returns undefined for any other error. */
export function explainWriteError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  // The error is already explained.
  if (error instanceof NotWritableError) return error;
  const { code = '', syscall, path } = error as SystemError;
  if (path === undefined || !(code in reasons || (code === 'ENOENT' && syscall === 'mkdir'))) return undefined;
  // An unreadable file already has a clear error.
  return existsSync(path) && findAccessError(path, constants.R_OK) ? undefined : findWriteProblem(path);
}
