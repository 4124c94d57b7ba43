// Remembers what was read of files, so that one that was not touched is not read again.
import { statSync } from 'node:fs';

/** Undefined where there is no such file. */
export function stampOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
}

/** Returns the result of `read`, from memory if neither the file nor `about` (its other inputs) has changed. */
export type FileMemory<T> = (path: string, read: () => T, about?: string) => T;

/** A read that failed is tried again. */
export function fileMemory<T>(): FileMemory<T> {
  const known = new Map<string, { stamp: string; value: T }>();
  return (path, read, about = '') => {
    const stamp = `${stampOf(path)} ${about}`;
    const before = known.get(path);
    if (before?.stamp === stamp) return before.value;
    const value = read();
    known.set(path, { stamp, value });
    if (value instanceof Promise) value.catch(() => known.delete(path));
    return value;
  };
}
