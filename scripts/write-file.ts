// The one way the commands write a file: readers see the old bytes or the new ones, after a crash too.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryPath } from '../sidecar/storage/leftovers.ts';
import { nearestExistingPath, NotWritableError, findWriteProblem } from '../sidecar/storage/write-errors.ts';

/** A long text can be given as pieces, so that it is never in memory as a whole. */
type Written = string | Uint8Array | Iterable<string>;

async function writeBeside(temporary: string, text: Written): Promise<void> {
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Throws an Unwritable with the name of the folder. */
export async function writeWhole(path: string, text: Written): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeBeside(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const folder = nearestExistingPath(dirname(path));
    throw findWriteProblem(folder) ?? new NotWritableError(folder, error as NodeJS.ErrnoException);
  }
}

/** Says whether there was anything to write. */
export async function writeIfChanged(path: string, text: string): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return false;
  await writeWhole(path, text);
  return true;
}
