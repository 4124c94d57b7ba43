// A list of the API in a release: files are read when a request needs entries from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '#contract/errors.ts';
import { linesPerFile } from '#domain/release/list-files.ts';

/** Entries as JSON, newest first, with the interface of an array. */
export interface StoredList {
  readonly length: number;
  slice: (from: number, to?: number) => string[];
}

function linesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    throw new ApiError('unavailable', 'This list cannot be read now. Try again in a moment.');
  }
}

/** The newest entries are in the last of the files; all others have `perFile` lines. Each file is read once. */
export function storedList(dir: string, files: string[], perFile = linesPerFile): StoredList {
  const read: string[][] = [];
  const linesOf = (at: number): string[] => (read[at] ??= linesIn(join(dir, files[at]!)));
  const last = files.length - 1;
  const lengthOf = (): number => (last > 0 ? last * perFile : 0) + linesOf(last).length;
  return {
    get length() {
      return lengthOf();
    },
    slice: (from, to = Infinity) => {
      const length = lengthOf();
      const window: string[] = [];
      for (let at = Math.min(from, length), end = Math.min(to, length); at < end;) {
        const fromOldest = length - 1 - at;
        const lines = linesOf(Math.floor(fromOldest / perFile));
        const first = lines.length - 1 - (fromOldest % perFile);
        const some = lines.slice(first, first + end - at);
        if (some.length === 0)
          throw new ApiError('unavailable', 'This list cannot be read now. Try again in a moment.');
        window.push(...some);
        at += some.length;
      }
      return window;
    },
  };
}
