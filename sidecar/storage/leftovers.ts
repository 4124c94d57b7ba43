// Writes files atomically, and removes temporary files that killed processes left.
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kill, pid } from 'node:process';

/** Returns a temporary path that only this process uses. */
export const temporaryPath = (path: string): string => `${path}.${pid}.tmp`;

/** Writes a file so that readers see the old bytes or the new ones. It may be lost in a power failure. */
export async function writeAtomically(file: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(temporaryPath(file), bytes);
  await rename(temporaryPath(file), file);
}

const isRunning = (process: number): boolean => {
  try {
    return kill(process, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Age after which a temporary file is certainly abandoned. */
const oldMs = 60 * 60_000;

/** Compares the change time, since the modification time may have been copied from another machine's file. */
const isOld = async (path: string, now: number): Promise<boolean> =>
  now - ((await stat(path).catch(() => undefined))?.ctimeMs ?? now) > oldMs;

/**
 * Removes abandoned temporary files in the folder and its subfolders. In a shared folder, where processes of other
 * machines are not visible, and after process ids were reused, only age counts.
 */
export async function removeLeftovers(folder: string, now: number, isShared: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git') await removeLeftovers(path, now, isShared);
    const [, writer] = (entry.isFile() && /\.(\d+)\.tmp$/.exec(entry.name)) || [];
    if (!writer) continue;
    const isAbandoned = !isShared && !isRunning(Number(writer));
    if (isAbandoned || (await isOld(path, now))) await rm(path, { force: true });
  }
}
