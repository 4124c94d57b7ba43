// A list of the API as the release has it, of which a window is read when somebody asks for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListName } from '#contract/content-types.ts';
import { ApiError } from '#contract/errors.ts';
import { linesPerFile, listFile } from '#domain/release/list-files.ts';

/** Entries as JSON, newest first, as an array gives them. */
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

/** In `files` files, of which the last has the newest entries. Each is read once. */
export function storedList(dir: string, list: ListName, files: number): StoredList {
  const read: string[][] = [];
  const linesOf = (number: number): string[] => (read[number] ??= linesIn(join(dir, listFile(list, number))));
  const fullFiles = files - 1;
  const lengthOf = (): number => fullFiles * linesPerFile + linesOf(files).length;
  return {
    get length() {
      return lengthOf();
    },
    slice: (from, to = Infinity) => {
      const length = lengthOf();
      const window: string[] = [];
      for (let at = Math.min(from, length), end = Math.min(to, length); at < end;) {
        const fromOldest = length - 1 - at;
        const lines = linesOf(Math.floor(fromOldest / linesPerFile) + 1);
        const first = lines.length - 1 - (fromOldest % linesPerFile);
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
