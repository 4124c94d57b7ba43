// Files are written beside their place first; what processes that were killed left of them is removed.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kill, pid } from 'node:process';

/** Two processes at once never write into one of them. */
export const temporaryPath = (path: string): string => `${path}.${pid}.tmp`;

const isRunning = (process: number): boolean => {
  try {
    return kill(process, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Nothing is written for as long. */
const oldMs = 60 * 60_000;

/** Not by the time of its content, which may be that of another machine's file. */
const isOld = async (path: string, now: number): Promise<boolean> =>
  now - (await stat(path).then(({ ctimeMs }) => ctimeMs, () => now)) > oldMs; // prettier-ignore

/**
 * In the folder and those below it. Processes of other machines that share the folder are not seen here, and after a
 * restart another process may have the number of the one that was killed: then age alone tells.
 */
export async function removeLeftovers(folder: string, now: number, isShared: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git') await removeLeftovers(path, now, isShared);
    const [, writer] = (entry.isFile() && /\.(\d+)\.tmp$/.exec(entry.name)) || [];
    if (!writer) continue;
    const isLeft = !isShared && !isRunning(Number(writer));
    if (isLeft || (await isOld(path, now))) await rm(path, { force: true });
  }
}
