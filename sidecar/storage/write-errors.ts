// Says plainly that a folder cannot be written. The errors of the system do not: Node's own mkdir answers ENOENT on a disk
// that is read-only, and SQLite names no file.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

type SystemError = NodeJS.ErrnoException;

/** The path itself, or the nearest folder above it that is there. */
export const nearestExistingPath = (path: string): string =>
  existsSync(path) ? path : nearestExistingPath(dirname(path));

const foreign = 'it belongs to somebody else; run the command as its owner';
const reasons: Record<string, string> = {
  EROFS: 'its disk is read-only',
  EACCES: foreign,
  EPERM: foreign,
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its owner is used up',
};

/** Names the folder, with the reason and the code of the system. */
export class NotWritableError extends Error {
  code: string;

  constructor(path: string, { code = '', message }: SystemError) {
    super(`${path} cannot be written: ${reasons[code] ?? message} (${code}).`);
    this.code = code;
  }
}

function accessError(path: string, mode: number): SystemError | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return error as SystemError;
  }
}

/** Undefined where the path may be written, or made. */
export function findWriteProblem(path: string): NotWritableError | undefined {
  const place = nearestExistingPath(path);
  const refused = accessError(place, constants.W_OK);
  return refused && new NotWritableError(place, refused);
}

/** The error in plain words, where it comes from a path that cannot be written; undefined where it does not. */
export function explainWriteError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  // It is in plain words already.
  if (error instanceof NotWritableError) return error;
  const { code = '', syscall, path } = error as SystemError;
  if (path === undefined || !(code in reasons || (code === 'ENOENT' && syscall === 'mkdir'))) return undefined;
  // What cannot be read either has an error that says so.
  return existsSync(path) && accessError(path, constants.R_OK) ? undefined : findWriteProblem(path);
}
