// Puts files in their places in the release, whose folders are made as they are needed.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts a file in its place; only the first of a folder has to make the folder. */
export function inFolder(path: string, put: () => void): void {
  try {
    put();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    put();
  }
}

/** Where the two lie on different file systems, a copy does. */
export function bring(how: (from: string, to: string) => void, from: string, to: string): void {
  inFolder(to, () => {
    try {
      how(from, to);
    } catch {
      copyFileSync(from, to);
    }
  });
}
