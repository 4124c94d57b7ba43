// The machine under the room: space on its disks, its clock.
import { existsSync, statSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { nearestExistingPath, NotWritableError } from '../../sidecar/storage/write-errors.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const gib = 1024 ** 3;
/** A build of a room with pictures needs about as much. */
const [tooLittle, little] = [0.3 * gib, 1.5 * gib];

const formatGib = (bytes: number): string => `${(bytes / gib).toFixed(1)} GiB`;

export async function checkDisk(folders: Record<string, string>): Promise<CheckResult[]> {
  const found: CheckResult[] = [];
  const fix = 'delete what is not needed, or move the folder to another disk';
  for (const [name, folder] of Object.entries(folders)) {
    const { bavail, bsize } = await statfs(nearestExistingPath(folder));
    const free = bavail * bsize;
    const says = `${name} ${folder} has ${formatGib(free)} left`;
    found.push(free < tooLittle ? problem(says, { fix }) : free < little ? warning(says, { fix }) : ok(says));
  }
  return found;
}

/** Writes a temporary file, because some disks refuse nothing before that. */
async function tryToWrite(folder: string): Promise<Error | undefined> {
  const place = nearestExistingPath(folder);
  const inBuild = join(place, '.build');
  // What lies in .build is no content, so that a running room does not look at it.
  const file = join(existsSync(inBuild) ? inBuild : place, `.greenroom-doctor-${process.pid}`);
  try {
    await writeFile(file, '');
    await rm(file);
    return undefined;
  } catch (error) {
    return new NotWritableError(place, error as NodeJS.ErrnoException);
  }
}

export async function checkWriting(folders: Record<string, string>): Promise<CheckResult[]> {
  const fix = 'mount its disk for writing, give it to the user who runs the room, or name another folder';
  const found: CheckResult[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    const refused = await tryToWrite(folder);
    if (refused) found.push(problem(`${name}: ${refused.message}`, { fix }));
  }
  return found;
}

const toleratedMs = 2 * 60_000;

/** A clock that is behind is seen by files that were written later than now. */
export function checkClock(now: number, witnesses: string[]): CheckResult[] {
  const later = witnesses.filter((path) => existsSync(path) && statSync(path).mtimeMs > now + toleratedMs);
  const at = new Date(now).toISOString();
  return later.length > 0
    ? [problem(`it is ${at}, but ${later[0]} is from later`, { fix: 'set the clock, and keep it with NTP' })]
    : [ok(at)];
}
