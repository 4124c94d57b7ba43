// Writes files for commands. Readers see the old bytes or the new ones, even after a crash.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryPath } from '../sidecar/storage/leftovers.ts';
import { nearestExistingPath, NotWritableError, findWriteProblem } from '../sidecar/storage/write-errors.ts';

async function writeAndSync(temporary: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file. Throws an error with the name of the folder if that fails. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeAndSync(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const folder = nearestExistingPath(dirname(path));
    throw findWriteProblem(folder) ?? new NotWritableError(folder, error as NodeJS.ErrnoException);
  }
}

/** Writes a file if its text differs. Returns true if it was written. */
export async function writeIfChanged(path: string, text: string): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return false;
  await writeWhole(path, text);
  return true;
}
