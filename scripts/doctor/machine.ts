// Checks the machine: free disk space, write access and the clock.
import { existsSync, statSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { nearestExistingPath, NotWritableError } from '../../sidecar/storage/write-errors.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const gib = 1024 ** 3;
/** Free bytes below which a build of a room with pictures fails. */
const minFreeBytes = 0.3 * gib;
const lowFreeBytes = 1.5 * gib;

const formatGib = (bytes: number): string => `${(bytes / gib).toFixed(1)} GiB`;

export async function checkDisk(folders: Record<string, string>): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const fix = 'delete files you do not need or move the folder to another disk';
  for (const [name, folder] of Object.entries(folders)) {
    const { bavail, bsize } = await statfs(nearestExistingPath(folder));
    const free = bavail * bsize;
    const says = `${name}: ${formatGib(free)} free at ${folder}`;
    results.push(
      free < minFreeBytes ? problem(says, { fix }) : free < lowFreeBytes ? warning(says, { fix }) : ok(says),
    );
  }
  return results;
}

/** Writes a temporary file, because some disks report errors only on a write. */
async function tryToWrite(folder: string): Promise<Error | undefined> {
  const existing = nearestExistingPath(folder);
  const buildDir = join(existing, '.build');
  // A running room does not watch .build.
  const file = join(existsSync(buildDir) ? buildDir : existing, `.greenroom-doctor-${process.pid}`);
  try {
    await writeFile(file, '');
    await rm(file);
    return undefined;
  } catch (error) {
    return new NotWritableError(existing, error as NodeJS.ErrnoException);
  }
}

export async function checkWriting(folders: Record<string, string>): Promise<CheckResult[]> {
  const fix = 'mount the disk for writing, give the folder to the user who runs the room, or choose another folder';
  const results: CheckResult[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    const error = await tryToWrite(folder);
    if (error) results.push(problem(`${name}: ${error.message}`, { fix }));
  }
  return results;
}

const toleratedMs = 2 * 60_000;

/** Reports a clock that is behind: some file then has a modification time in the future. */
export function checkClock(now: number, files: string[]): CheckResult[] {
  const futureFiles = files.filter((path) => existsSync(path) && statSync(path).mtimeMs > now + toleratedMs);
  const at = new Date(now).toISOString();
  return futureFiles.length > 0
    ? [problem(`the clock says ${at}, but ${futureFiles[0]} is newer`, { fix: 'set the clock and enable NTP' })]
    : [ok(at)];
}
